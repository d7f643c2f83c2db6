"""modes.py MODE encrypt|decrypt CASES: each line of CASES is a case, and each line of the output its result.

Fields are in hexadecimal digits: key, nonce or tweak, associated data, text. CCM-4 is CCM with tags of 4 bytes.
What is refused gives "refused"."""
import sys
from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives import keywrap
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers import aead


def xts(encrypts, key, tweak, _, text):
    cipher = Cipher(algorithms.AES(key), modes.XTS(tweak))
    operation = cipher.encryptor() if encrypts else cipher.decryptor()
    return operation.update(text) + operation.finalize()


def sealed(new_mode):
    def run(encrypts, key, nonce, data, text):
        mode = new_mode(key)
        return mode.encrypt(nonce, text, data) if encrypts else mode.decrypt(nonce, text, data)
    return run


def wrapped(wrap, unwrap):
    return lambda encrypts, key, _, __, text: (wrap if encrypts else unwrap)(key, text)


def siv(encrypts, key, nonce, data, text):
    mode, strings = aead.AESSIV(key), [data, nonce] if nonce else [data]
    return mode.encrypt(text, strings) if encrypts else mode.decrypt(text, strings)


class GcmSiv:
    """RFC 8452 on AES alone, for a "cryptography" before 42, or on an OpenSSL before 3.2."""

    def __init__(self, key):
        self.key = key

    def encrypt(self, nonce, text, data):
        block, tag = self.begin(nonce, text, data)
        return self.count(block, tag, text) + tag

    def decrypt(self, nonce, sealed_text, data):
        text = self.count(self.derive(nonce)[1], sealed_text[-16:], sealed_text[:-16])
        if self.begin(nonce, text, data)[1] != sealed_text[-16:]:
            raise InvalidTag
        return text

    def derive(self, nonce):
        block = ecb(self.key)
        halves = [block(i.to_bytes(4, "little") + nonce)[:8] for i in range(2 + len(self.key) // 8)]
        return b"".join(halves[:2]), ecb(b"".join(halves[2:]))

    def begin(self, nonce, text, data):
        authentication_key, block = self.derive(nonce)
        lengths = (8 * len(data)).to_bytes(8, "little") + (8 * len(text)).to_bytes(8, "little")
        hashed = polyval(authentication_key, padded(data) + padded(text) + lengths)
        masked = bytearray(a ^ b for a, b in zip(hashed, nonce + bytes(4)))
        masked[15] &= 0x7F
        return block, block(bytes(masked))

    @staticmethod
    def count(block, tag, text):
        counter, rest = int.from_bytes(tag[:4], "little"), tag[4:15] + bytes([tag[15] | 0x80])
        blocks = (((counter + i) % 2**32).to_bytes(4, "little") + rest for i in range(-(-len(text) // 16)))
        return bytes(a ^ b for a, b in zip(text, block(b"".join(blocks))))


def gcm_siv(key):
    try:
        return aead.AESGCMSIV(key)
    except (AttributeError, UnsupportedAlgorithm):
        return GcmSiv(key)


def ecb(key):
    return lambda text: Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(text)


def padded(text):
    return text + bytes(-len(text) % 16)


def polyval(key, text):
    """Section 3: each product of two field elements is also divided by x^128."""
    factor, total = int.from_bytes(key, "little"), 0
    for at in range(0, len(text), 16):
        total ^= int.from_bytes(text[at:at + 16], "little")
        product = 0
        for bit in range(128):
            product ^= factor * (total >> bit & 1)
            product ^= (product & 1) * (1 << 128 | 1 << 127 | 1 << 126 | 1 << 121 | 1)
            product >>= 1
        total = product
    return total.to_bytes(16, "little")


MODES = {
    "XTS": xts,
    "GCM-SIV": sealed(gcm_siv),
    "SIV": siv,
    "ChaCha20-Poly1305": sealed(aead.ChaCha20Poly1305),
    "KW": wrapped(keywrap.aes_key_wrap, keywrap.aes_key_unwrap),
    "KWP": wrapped(keywrap.aes_key_wrap_with_padding, keywrap.aes_key_unwrap_with_padding),
}
MODES |= {f"CCM-{size}": sealed(lambda key, size=size: aead.AESCCM(key, size)) for size in range(4, 17, 2)}
_, mode, command, cases = sys.argv
with open(cases) as lines:
    for line in lines:
        try:
            print(MODES[mode](command == "encrypt", *(bytes.fromhex(field) for field in line.split(","))).hex())
        except (InvalidTag, keywrap.InvalidUnwrap):
            print("refused")
