// A net10.0 app on .NET's WebAssembly runtime, in node or in a browser. What there is: for both the runtime and the app, names of
// files and the URL of their folder.

const isAssembly = name => name.endsWith(".dll");
const isCore = name => name === "System.Private.CoreLib.dll" || name === "System.Runtime.InteropServices.JavaScript.dll";

// Resolves to the app's exit code. It sees the files of its own folder under "/", and no others.
export async function run({ runtime, app, assembly, args, environment }) {
    const asset = ({ url }) => name => ({ name, virtualPath: name, resolvedUrl: url + name });
    const framework = runtime.names.filter(isAssembly);
    const { dotnet } = await import(runtime.url + "dotnet.js");
    const { runMain } = await dotnet
        .withConfig({
            globalizationMode: "invariant",
            environmentVariables: environment,
            resources: {
                jsModuleRuntime: [asset(runtime)("dotnet.runtime.js")],
                jsModuleNative: [asset(runtime)("dotnet.native.js")],
                wasmNative: [asset(runtime)("dotnet.native.wasm")],
                coreAssembly: framework.filter(isCore).map(asset(runtime)),
                assembly: [
                    ...framework.filter(name => !isCore(name)).map(asset(runtime)),
                    ...app.names.filter(isAssembly).map(asset(app)),
                ],
                vfs: app.names.filter(name => !isAssembly(name)).map(asset(app)),
            },
        })
        .create();
    return runMain(assembly, args);
}
