// The vault sends the file as it is stored; it is opened here, and the key stays in the browser.
import { dotnet } from "./_framework/dotnet.js";

const { getAssemblyExports, getConfig } = await dotnet.create();
const { Vault } = await getAssemblyExports(getConfig().mainAssemblyName);
const [form, error, save, text] = ["form", "#error", "#save", "#text"].map(name => document.querySelector(name));

async function open(name, key) {
    const answer = await fetch(`sealed/${encodeURIComponent(name)}`);
    if (!answer.ok)
        throw new Error(`The vault answers ${answer.status}. ${await answer.text()}`);
    return Vault.Page.Open(new Uint8Array(await answer.arrayBuffer()), key, name);
}

form.addEventListener("submit", async event => {
    event.preventDefault();
    error.textContent = text.textContent = "";
    save.hidden = true;
    URL.revokeObjectURL(save.href);
    const { name, key } = Object.fromEntries(new FormData(form));
    try {
        const opened = await open(name, key);
        text.textContent = new TextDecoder().decode(opened);
        save.href = URL.createObjectURL(new Blob([opened]));
        save.download = name;
        save.hidden = false;
    } catch (failure) {
        error.textContent = failure.message;
    }
});
form.querySelector("button").disabled = false;
