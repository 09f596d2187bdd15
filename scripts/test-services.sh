#!/usr/bin/env bash
# Tests against Galen and its database as separate processes. They need nothing beyond npm so far.
set -euo pipefail
cd "$(dirname "$0")/.."
npx vitest run --config vitest.services.config.ts
