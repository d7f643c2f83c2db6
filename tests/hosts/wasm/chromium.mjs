// Headless Chromium with a profile of its own, which is gone when it ends.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function chromium(url) {
    const profile = mkdtempSync(join(tmpdir(), "chromium-"));
    const browser = spawn("chromium", [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", `--user-data-dir=${profile}`, url,
    ], { stdio: ["ignore", "ignore", "pipe"] });
    // Closed, its children have ended, too, and write nothing into the profile any more.
    browser.on("close", () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 }));
    process.on("exit", () => browser.kill());
    return browser;
}
