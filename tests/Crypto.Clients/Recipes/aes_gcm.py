"""aes_gcm.py seal|open KEY HEADER SOURCE DESTINATION, with KEY in hexadecimal digits"""
import os, sys
from pathlib import Path
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_, command, key, header, source, destination = sys.argv
gcm, data = AESGCM(bytes.fromhex(key)), Path(source).read_bytes()
if command == "seal":
    nonce = os.urandom(12)
    result = nonce + gcm.encrypt(nonce, data, header.encode())
else:
    result = gcm.decrypt(data[:12], data[12:], header.encode())
Path(destination).write_bytes(result)
