// node browser.mjs RUNTIME APP.dll [args]: as node.mjs, but in headless Chromium. A server of our own, for this machine alone, hands
// out the files and hears what the page has to say.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { chromium } from "./chromium.mjs";
import { folders, settings } from "./files.mjs";

const page = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const roots = { page, ...folders };
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const start = setTimeout(() => {
    console.error(`${complaints}\nChromium did not ask for the app within two minutes.`);
    end(1);
}, 120_000);
let complaints = "";
let browser, result;

function end(code) {
    result = code;
    browser.kill();
}

function ended(how) {
    if (result === undefined)
        console.error(`${complaints}\nChromium ended (${how}) before the app did.`);
    process.exit(result ?? 1);
}

async function answer(request, response) {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const said = await text(request);
    const [, root, ...names] = path.split("/");
    if (request.method === "POST") {
        response.end();
        if (path === "/exit")
            end(Number(said));
        else
            (path === "/line" ? console.log : console.error)(said);
    } else if (path === "/settings") {
        clearTimeout(start);
        response.end(JSON.stringify(settings(name => `/${name}/`)));
    } else if (roots[root] && !names.includes("..")) {
        response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
        response.end(readFileSync(join(roots[root], ...names)));
    } else {
        response.writeHead(404).end();
    }
}

const server = createServer(answer).listen(0, "127.0.0.1", () => {
    browser = chromium(`http://127.0.0.1:${server.address().port}/page/page.html`);
    browser.stderr.on("data", data => complaints += data);
    browser.on("error", ended);
    browser.on("close", ended);
});
process.on("SIGTERM", () => end(1));
