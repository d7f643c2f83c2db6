// node vault.mjs VAULT.dll PAGE: the vault of samples/Vault, and in headless Chromium its page, which opens files in WebAssembly.
// PAGE is the folder of the published page; what drives it is put beside it.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "./chromium.mjs";

const [vaultPath, page] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "vault-"));
const key = randomBytes(32).toString("hex");
copyFileSync(new URL("vault-drive.html", import.meta.url), join(page, "vault-drive.html"));
const vault = spawn("dotnet", [
    vaultPath, "--urls", "http://127.0.0.1:0", `--Vault:Folder=${folder}`, `--Vault:Key=${key}`, `--Vault:Page=${resolve(page)}`,
], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => {
    vault.kill();
    rmSync(folder, { recursive: true, force: true });
});
process.on("SIGTERM", () => process.exit(1));

const address = await new Promise((found, failed) => {
    createInterface(vault.stdout).on("line", line => line.includes("Now listening on: ") && found(line.split("on: ")[1]));
    vault.on("exit", () => failed(new Error("The vault ended.")));
});
const letter = "Öffne mich. ".repeat(5000);
await fetch(`${address}/files/letter`, { method: "PUT", body: letter });
copyFileSync(join(folder, "letter.sealed"), join(folder, "swapped.sealed"));

const browser = chromium(`${address}/vault-drive.html#${key}`);
const closed = new Promise(close => browser.on("close", close));
let answer, complaints = "";
browser.stderr.on("data", data => complaints += data);
for (let tries = 0; tries < 600 && browser.exitCode === null && !answer?.ok; tries++) {
    await new Promise(waited => setTimeout(waited, 200));
    answer = await fetch(`${address}/files/seen`);
}
const seen = answer?.ok ? await answer.json() : {};
browser.kill();
await closed;

const isText = shown => shown?.text === letter && shown.saved === letter && shown.error === "";
const isRefusal = (shown, why) => shown?.text === "" && shown.saved === null && why.test(shown.error);
const checks = {
    "the right key shows the text": isText(seen.right),
    "a wrong key shows an error": isRefusal(seen.wrongKey, /key|genuine/i),
    "no key shows an error": isRefusal(seen.noKey, /./),
    "a missing file shows an error": isRefusal(seen.missing, /404/),
    "a file of another name shows an error": isRefusal(seen.otherName, /key|genuine/i),
    "the right key shows the text after all that": isText(seen.rightAgain),
};
const failed = Object.keys(checks).filter(name => !checks[name]);
if (failed.length > 0)
    console.error(`${answer?.ok ? "" : complaints}\nFAILED ${failed.join("; ")}:`, JSON.stringify(seen, (_, value) => value?.slice?.(0, 200) ?? value));
console.log(`${Object.keys(checks).length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);
