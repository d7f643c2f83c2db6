/* Hosts .NET: nethost finds hostfxr, hostfxr starts the runtime, and the runtime gives a function pointer for each method. */
#include "../Embedded/embedded.h"

#include <coreclr_delegates.h>
#include <dlfcn.h>
#include <hostfxr.h>
#include <limits.h>
#include <nethost.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what, int code)
{
    fprintf(stderr, "%s: 0x%08x\n", what, (unsigned)code);
    exit(EXIT_FAILURE);
}

static load_assembly_and_get_function_pointer_fn start_runtime(const char *config)
{
    char path[PATH_MAX];
    size_t size = sizeof path;
    int code = get_hostfxr_path(path, &size, NULL);
    if (code != 0)
        fail("get_hostfxr_path", code);
    void *hostfxr = dlopen(path, RTLD_NOW);
    if (hostfxr == NULL)
        fail(dlerror(), 0);

    hostfxr_initialize_for_runtime_config_fn initialize = dlsym(hostfxr, "hostfxr_initialize_for_runtime_config");
    hostfxr_get_runtime_delegate_fn get_delegate = dlsym(hostfxr, "hostfxr_get_runtime_delegate");
    hostfxr_close_fn close = dlsym(hostfxr, "hostfxr_close");
    hostfxr_handle context;
    code = initialize(config, NULL, &context);
    if (code != 0)
        fail("hostfxr_initialize_for_runtime_config", code);
    void *load;
    code = get_delegate(context, hdt_load_assembly_and_get_function_pointer, &load);
    if (code != 0)
        fail("hostfxr_get_runtime_delegate", code);
    close(context);
    return load;
}

static void *native_entry(load_assembly_and_get_function_pointer_fn load, const char *assembly, const char *method)
{
    void *entry;
    int code = load(assembly, "ManagedCrypto.Samples.Entry, Embedded", method, UNMANAGEDCALLERSONLY_METHOD, NULL, &entry);
    if (code != 0)
        fail(method, code);
    return entry;
}

int main(int argc, char **argv)
{
    char assembly[PATH_MAX], config[PATH_MAX];
    if (argc != 2 || realpath(argv[1], assembly) == NULL) {
        fprintf(stderr, "EmbedDotNet ASSEMBLY, with its runtimeconfig.json beside it\n");
        return 2;
    }

    int stem = (int)strlen(assembly) - (int)strlen(".dll");
    snprintf(config, sizeof config, "%.*s.runtimeconfig.json", stem, assembly);
    load_assembly_and_get_function_pointer_fn load = start_runtime(config);
    const struct entry entry = {
        native_entry(load, assembly, "Open"),
        native_entry(load, assembly, "EncryptCbc"),
        native_entry(load, assembly, "DecryptCbc"),
        native_entry(load, assembly, "Close"),
        native_entry(load, assembly, "Describe"),
    };
    return demonstrate(&entry);
}
