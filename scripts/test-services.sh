#!/usr/bin/env bash
# Tests against Galen, its database and its page as separate processes. Beyond npm they need Debian's Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ ! -x /usr/bin/chromium ]; then
  # On a machine of one's own this is the person's to do.
  [ "$(id -u)" -eq 0 ] || { echo "the page's tests need Chromium: apt-get install -y chromium"; exit 1; }
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium
fi
npx vitest run --config vitest.services.config.ts
