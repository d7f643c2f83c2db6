/* The methods of Entry as C sees them, whichever runtime runs them. */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <stdint.h>

struct entry {
    void *(*open)(const uint8_t *key, int key_bytes);
    int (*encrypt_cbc)(void *aes, const uint8_t *iv, const uint8_t *text, uint8_t *ciphertext, int length);
    int (*decrypt_cbc)(void *aes, const uint8_t *iv, const uint8_t *ciphertext, uint8_t *text, int length);
    void (*close)(void *aes);
    void (*describe)(char *text, int capacity);
};

/* Prints the kernels in use, checks a vector of NIST's, and times the workload of 2005. Returns the exit code of the program. */
int demonstrate(const struct entry *entry);

#endif
