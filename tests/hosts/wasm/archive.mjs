// node archive.mjs PAGE TEXT: the published page of Archive in headless Chromium must come to this result.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { chromium } from "./chromium.mjs";

const [page, expected] = process.argv.slice(2);
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };
let browser, result, complaints = "";

const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(page, pathname === "/" ? "index.html" : pathname);
    if (request.method === "POST") {
        result = await text(request);
        response.end();
        browser.kill();
    } else if (existsSync(path)) {
        response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
        response.end(readFileSync(path));
    } else {
        response.writeHead(404).end();
    }
}).listen(0, "127.0.0.1", () => {
    browser = chromium(`http://127.0.0.1:${server.address().port}/`);
    browser.stderr.on("data", data => complaints += data);
    browser.on("close", () => {
        if (result === undefined)
            console.error(complaints);
        console.log(result === expected ? "1 passed, 0 failed" : `0 passed, 1 failed: ${result} instead of ${expected}`);
        process.exit(result === expected ? 0 : 1);
    });
});
setTimeout(() => browser.kill(), 120_000);
process.on("SIGTERM", () => process.exit(1));
