"""cobblestone.py seal|open KEY CONTEXT FROM TO: C2SP's chunked encryption (c2sp.org/chunked-encryption), on AES-GCM and HKDF.
cobblestone.py seal-file|seal-file-1|open-file KEY FROM TO: the same behind a header of aesfile (tools/AesFile/README.md), of
version 2 or 1.

Key and context are in hexadecimal digits; a key of a file may also be "passphrase:" and the passphrase. What is not genuine ends
with 2 and writes nothing."""
import hashlib
import hmac
import os
import sys
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

SALT, COMMITMENT, CHUNK, TAG = 24, 32, 16384, 16
HEADER_1, SLOTS, RECIPE, SLOT, MAC = 32, 10, 24, 128, 64


class NotGenuine(Exception):
    pass


def derive(key, context, salt):
    info = b"c2sp.org/chunked-encryption@v1+AEAD_AES_%d_GCM\0" % (8 * len(key)) + salt + context
    out = HKDFExpand(SHA512(), len(key) + 12 + COMMITMENT, info).derive(key)
    return AESGCM(out[:len(key)]), int.from_bytes(out[len(key):len(key) + 12], "big"), out[-COMMITMENT:]


def seal(key, context, text):
    salt = os.urandom(SALT)
    gcm, nonce, commitment = derive(key, context, salt)
    sealed = salt + commitment
    for number in range(len(text) // CHUNK + 1):
        sealed += gcm.encrypt((nonce ^ number).to_bytes(12, "big"), text[number * CHUNK:(number + 1) * CHUNK], None)
    return sealed


def open_sealed(key, context, sealed):
    gcm, nonce, commitment = derive(key, context, sealed[:SALT])
    if sealed[SALT:SALT + COMMITMENT] != commitment:
        raise NotGenuine
    chunks, text = sealed[SALT + COMMITMENT:], b""
    for number in range(len(chunks) // (CHUNK + TAG) + 1):
        text += gcm.decrypt((nonce ^ number).to_bytes(12, "big"), chunks[number * (CHUNK + TAG):(number + 1) * (CHUNK + TAG)], None)
    return text


def user_key(key, recipe):
    """A recipe is what both versions have of a key: its kind, a byte of version 1's own, zeros, iterations and salt."""
    if not key.startswith("passphrase:"):
        return bytes.fromhex(key)
    return hashlib.pbkdf2_hmac("sha512", key.split(":", 1)[1].encode(), recipe[8:24], int.from_bytes(recipe[4:8], "big"), 32)


def new_recipe(key):
    return b"\1\0\0\0" + (1000).to_bytes(4, "big") + os.urandom(16) if key.startswith("passphrase:") else bytes(RECIPE)


def mac(file_key, header):
    return hmac.digest(hmac.digest(file_key, b"AESFILE\2 MAC of the header", "sha512"), header, "sha512")


def seal_file(key, text):
    file_key, recipe = os.urandom(32), new_recipe(key)
    header = b"AESFILE\2\0\1" + recipe + seal(user_key(key, recipe), b"AESFILE\2" + recipe, file_key)
    return header + mac(file_key, header) + seal(file_key, header[:9], text)


def seal_file_1(key, text):
    recipe = new_recipe(key)
    header = b"AESFILE\1" + recipe
    return header + seal(user_key(key, recipe), header, text)


def open_file(key, data):
    if data[7] == 1:
        return open_sealed(user_key(key, data[8:HEADER_1]), data[:HEADER_1], data[HEADER_1:])
    end = SLOTS + SLOT * data[9]
    for slot in (data[at:at + SLOT] for at in range(SLOTS, end, SLOT)):
        recipe = slot[:RECIPE]
        if recipe[0] != key.startswith("passphrase:"):
            continue
        try:
            file_key = open_sealed(user_key(key, recipe), b"AESFILE\2" + recipe, slot[RECIPE:])
        except NotGenuine:
            continue
        if not hmac.compare_digest(mac(file_key, data[:end]), data[end:end + MAC]):
            raise NotGenuine
        return open_sealed(file_key, data[:9], data[end + MAC:])
    raise NotGenuine


def run(command, key, *arguments):
    with open(arguments[-2], "rb") as file:
        data = file.read()
    if command == "seal":
        return seal(bytes.fromhex(key), bytes.fromhex(arguments[0]), data)
    if command == "open":
        return open_sealed(bytes.fromhex(key), bytes.fromhex(arguments[0]), data)
    return {"seal-file": seal_file, "seal-file-1": seal_file_1, "open-file": open_file}[command](key, data)


try:
    result = run(*sys.argv[1:])
except (NotGenuine, InvalidTag):
    sys.exit(2)
with open(sys.argv[-1], "wb") as file:
    file.write(result)
