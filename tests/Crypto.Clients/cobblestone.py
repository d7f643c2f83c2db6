"""cobblestone.py seal|open KEY CONTEXT FROM TO: C2SP's chunked encryption (c2sp.org/chunked-encryption), on AES-GCM and HKDF.
cobblestone.py seal-file|open-file KEY FROM TO: the same behind a header of aesfile (tools/AesFile/README.md).

Key and context are in hexadecimal digits; a key of a file may also be "passphrase:" and the passphrase. What is not genuine ends
with 2 and writes nothing."""
import hashlib
import os
import sys
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

SALT, COMMITMENT, CHUNK, TAG, HEADER = 24, 32, 16384, 16, 32


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


def file_key(key, header):
    if not key.startswith("passphrase:"):
        return bytes.fromhex(key)
    return hashlib.pbkdf2_hmac("sha512", key.split(":", 1)[1].encode(), header[16:32], int.from_bytes(header[12:16], "big"), 32)


def run(command, key, *arguments):
    with open(arguments[-2], "rb") as file:
        data = file.read()
    if command == "seal":
        return seal(bytes.fromhex(key), bytes.fromhex(arguments[0]), data)
    if command == "open":
        return open_sealed(bytes.fromhex(key), bytes.fromhex(arguments[0]), data)
    if command == "open-file":
        return open_sealed(file_key(key, data[:HEADER]), data[:HEADER], data[HEADER:])
    has_passphrase = key.startswith("passphrase:")
    header = b"AESFILE\1" + bytes([has_passphrase, 0, 0, 0])
    header += (1000).to_bytes(4, "big") + os.urandom(16) if has_passphrase else bytes(20)
    return header + seal(file_key(key, header), header, data)


try:
    result = run(*sys.argv[1:])
except (NotGenuine, InvalidTag):
    sys.exit(2)
with open(sys.argv[-1], "wb") as file:
    file.write(result)
