#include "embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGE_BYTES = 32768, VECTOR_BYTES = 64 };

/* Short rounds, between interruptions by other programs: the best counts for each of the workload's. */
enum { MESSAGES = 1000, ROUND_MESSAGES = 10, WORKLOAD_ROUNDS = MESSAGES / ROUND_MESSAGES, ROUNDS = 500 };

/* SP 800-38A, F.2.1, CBC-AES128.Encrypt. */
static const uint8_t key[16] = {
    0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c,
};
static const uint8_t iv[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
static const uint8_t vector_text[VECTOR_BYTES] = {
    0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a,
    0xae, 0x2d, 0x8a, 0x57, 0x1e, 0x03, 0xac, 0x9c, 0x9e, 0xb7, 0x6f, 0xac, 0x45, 0xaf, 0x8e, 0x51,
    0x30, 0xc8, 0x1c, 0x46, 0xa3, 0x5c, 0xe4, 0x11, 0xe5, 0xfb, 0xc1, 0x19, 0x1a, 0x0a, 0x52, 0xef,
    0xf6, 0x9f, 0x24, 0x45, 0xdf, 0x4f, 0x9b, 0x17, 0xad, 0x2b, 0x41, 0x7b, 0xe6, 0x6c, 0x37, 0x10,
};
static const uint8_t vector_ciphertext[VECTOR_BYTES] = {
    0x76, 0x49, 0xab, 0xac, 0x81, 0x19, 0xb2, 0x46, 0xce, 0xe9, 0x8e, 0x9b, 0x12, 0xe9, 0x19, 0x7d,
    0x50, 0x86, 0xcb, 0x9b, 0x50, 0x72, 0x19, 0xee, 0x95, 0xdb, 0x11, 0x3a, 0x91, 0x76, 0x78, 0xb2,
    0x73, 0xbe, 0xd6, 0xb8, 0xe3, 0xc1, 0x74, 0x3b, 0x71, 0x16, 0xe6, 0x9e, 0x22, 0x22, 0x95, 0x16,
    0x3f, 0xf1, 0xca, 0xa1, 0x68, 0x1f, 0xac, 0x09, 0x12, 0x0e, 0xca, 0x30, 0x75, 0x86, 0xe1, 0xa7,
};

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* Forth and back in one buffer of C's. */
static int check_vector(const struct entry *entry, void *aes)
{
    uint8_t buffer[VECTOR_BYTES];
    memcpy(buffer, vector_text, VECTOR_BYTES);
    return entry->encrypt_cbc(aes, iv, buffer, buffer, VECTOR_BYTES) == VECTOR_BYTES
        && memcmp(buffer, vector_ciphertext, VECTOR_BYTES) == 0
        && entry->decrypt_cbc(aes, iv, buffer, buffer, VECTOR_BYTES) == VECTOR_BYTES
        && memcmp(buffer, vector_text, VECTOR_BYTES) == 0;
}

/* Prints the times of the workload, and returns whether all came back as it went. */
static int time_workload(const struct entry *entry, void *aes)
{
    static uint8_t text[MESSAGE_BYTES], ciphertext[MESSAGE_BYTES], decrypted[MESSAGE_BYTES];
    double best_encrypt = 1e9, best_decrypt = 1e9;
    for (int i = 0; i < MESSAGE_BYTES; i++)
        text[i] = (uint8_t)(i * i >> 3);

    for (int round = 0; round < ROUNDS; round++) {
        double start = milliseconds();
        for (int i = 0; i < ROUND_MESSAGES; i++)
            entry->encrypt_cbc(aes, iv, text, ciphertext, MESSAGE_BYTES);
        double middle = milliseconds();
        for (int i = 0; i < ROUND_MESSAGES; i++)
            entry->decrypt_cbc(aes, iv, ciphertext, decrypted, MESSAGE_BYTES);
        double end = milliseconds();

        if (memcmp(ciphertext, text, MESSAGE_BYTES) == 0 || memcmp(decrypted, text, MESSAGE_BYTES) != 0)
            return 0;
        memset(decrypted, 0, MESSAGE_BYTES);
        best_encrypt = middle - start < best_encrypt ? middle - start : best_encrypt;
        best_decrypt = end - middle < best_decrypt ? end - middle : best_decrypt;
    }

    printf("%d messages of %d bytes, AES-128-CBC: encrypted in %.1f ms, decrypted in %.2f ms\n",
        MESSAGES, MESSAGE_BYTES, WORKLOAD_ROUNDS * best_encrypt, WORKLOAD_ROUNDS * best_decrypt);
    return 1;
}

int demonstrate(const struct entry *entry)
{
    char report[4096];
    entry->describe(report, sizeof report);
    puts(report);

    void *aes = entry->open(key, sizeof key);
    int vector_right = check_vector(entry, aes);
    printf("SP 800-38A, F.2.1 and F.2.2: %s\n", vector_right ? "right" : "WRONG");
    int workload_right = time_workload(entry, aes);
    if (!workload_right)
        puts("The workload: WRONG");
    entry->close(aes);
    return vector_right && workload_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
