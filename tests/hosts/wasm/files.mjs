// What node.mjs and browser.mjs are told: RUNTIME APP.dll [args].
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const [runtime, path, ...args] = process.argv.slice(2);
const names = folder => readdirSync(folder, { recursive: true }).filter(name => statSync(join(folder, name)).isFile());

export const folders = { runtime, app: dirname(path) };

// For run() of app.mjs, with a URL for each folder.
export const settings = url => ({
    runtime: { names: names(folders.runtime), url: url("runtime") },
    app: { names: names(folders.app), url: url("app") },
    assembly: basename(path),
    args,
    environment: { ...process.env },
});
