// node node.mjs RUNTIME APP.dll [args]: runs a net10.0 app on .NET's WebAssembly runtime, which is in the folder RUNTIME.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "./app.mjs";
import { folders, settings } from "./files.mjs";

process.exit(await run(settings(name => pathToFileURL(resolve(folders[name])).href + "/")));
