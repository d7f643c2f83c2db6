/* Embeds Mono, as programs did in 2005: mono_jit_init, the assembly, and a native entry for each static method. */
#include "../Embedded/embedded.h"

#include <mono/jit/jit.h>
#include <mono/metadata/assembly.h>
#include <mono/metadata/class.h>
#include <mono/metadata/debug-helpers.h>
#include <mono/metadata/mono-config.h>
#include <stdio.h>
#include <stdlib.h>

/* Mono's native entries take one argument more, which receives what the method threw. */
static void *(*open_method)(const uint8_t *, int, MonoException **);
static int (*encrypt_method)(void *, const uint8_t *, const uint8_t *, uint8_t *, int, MonoException **);
static int (*decrypt_method)(void *, const uint8_t *, const uint8_t *, uint8_t *, int, MonoException **);
static void (*close_method)(void *, MonoException **);
static void (*describe_method)(char *, int, MonoException **);

static void end_if_thrown(MonoException *thrown)
{
    if (thrown != NULL) {
        mono_print_unhandled_exception((MonoObject *)thrown);
        exit(EXIT_FAILURE);
    }
}

static void *open_aes(const uint8_t *key, int key_bytes)
{
    MonoException *thrown = NULL;
    void *aes = open_method(key, key_bytes, &thrown);
    end_if_thrown(thrown);
    return aes;
}

static int encrypt_cbc(void *aes, const uint8_t *iv, const uint8_t *text, uint8_t *ciphertext, int length)
{
    MonoException *thrown = NULL;
    int written = encrypt_method(aes, iv, text, ciphertext, length, &thrown);
    end_if_thrown(thrown);
    return written;
}

static int decrypt_cbc(void *aes, const uint8_t *iv, const uint8_t *ciphertext, uint8_t *text, int length)
{
    MonoException *thrown = NULL;
    int written = decrypt_method(aes, iv, ciphertext, text, length, &thrown);
    end_if_thrown(thrown);
    return written;
}

static void close_aes(void *aes)
{
    MonoException *thrown = NULL;
    close_method(aes, &thrown);
    end_if_thrown(thrown);
}

static void describe(char *text, int capacity)
{
    MonoException *thrown = NULL;
    describe_method(text, capacity, &thrown);
    end_if_thrown(thrown);
}

static void *native_entry(MonoImage *image, const char *method)
{
    char name[64];
    snprintf(name, sizeof name, "ManagedCrypto.Samples.Entry:%s", method);
    MonoMethodDesc *description = mono_method_desc_new(name, 1);
    MonoMethod *found = mono_method_desc_search_in_image(description, image);
    mono_method_desc_free(description);
    if (found == NULL) {
        fprintf(stderr, "%s: no such method\n", name);
        exit(EXIT_FAILURE);
    }

    return mono_method_get_unmanaged_thunk(found);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "EmbedMono ASSEMBLY\n");
        return 2;
    }

    mono_config_parse(NULL);
    MonoDomain *domain = mono_jit_init("EmbedMono");
    MonoAssembly *assembly = mono_domain_assembly_open(domain, argv[1]);
    if (assembly == NULL) {
        fprintf(stderr, "%s: Mono cannot load it\n", argv[1]);
        return EXIT_FAILURE;
    }

    MonoImage *image = mono_assembly_get_image(assembly);
    open_method = native_entry(image, "Open");
    encrypt_method = native_entry(image, "EncryptCbc");
    decrypt_method = native_entry(image, "DecryptCbc");
    close_method = native_entry(image, "Close");
    describe_method = native_entry(image, "Describe");
    const struct entry entry = { open_aes, encrypt_cbc, decrypt_cbc, close_aes, describe };
    int code = demonstrate(&entry);
    mono_jit_cleanup(domain);
    return code;
}
