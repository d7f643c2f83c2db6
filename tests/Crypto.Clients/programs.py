"""programs.py: runs a program for each line of its input, a list in JSON of its path and arguments. Each runs in a child of this process,
which has loaded the package "cryptography" once for all. Each line of the output is a list: the exit code, and what the program said."""
import json
import os
import runpy
import sys
import traceback
from cryptography.hazmat.primitives import keywrap
from cryptography.hazmat.primitives.ciphers import Cipher, aead
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand


def run(arguments, output):
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.argv = arguments
    code = 0
    try:
        runpy.run_path(arguments[0], run_name="__main__")
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


for line in sys.stdin:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        run(json.loads(line), writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said]), flush=True)
