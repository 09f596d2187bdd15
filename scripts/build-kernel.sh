#!/usr/bin/env bash
# Compiles src/meaning/kernel/kernel.c to models/kernel.wasm (Debian: apt-get install clang lld) and notes which source it is made from.
set -euo pipefail
cd "$(dirname "$0")/.."
source=src/meaning/kernel/kernel.c
target=models/kernel.wasm

clang --target=wasm32 -std=c11 -O3 -msimd128 -mbulk-memory -ffreestanding -nostdlib -Wall -Wextra -Werror \
  -Wl,--no-entry -Wl,--strip-all -Wl,--export=__heap_base -Wl,-z,stack-size=4096 -o "$target" "$source"
sha256sum "$source" "$target" > models/kernel.sha256
cat models/kernel.sha256
