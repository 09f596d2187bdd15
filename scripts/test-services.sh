#!/usr/bin/env bash
# Tests against Galen, its database and its page as separate processes.
set -euo pipefail
cd "$(dirname "$0")/.."
bash scripts/install-browser.sh
npx vitest run --config vitest.services.config.ts "$@"
