#!/usr/bin/env bash
# The page's tests need Debian's Chromium.
set -euo pipefail
[ ! -x /usr/bin/chromium ] || exit 0
# On a machine of one's own this is the person's to do.
[ "$(id -u)" -eq 0 ] || { echo "the page's tests need Chromium: apt-get install -y chromium"; exit 1; }
# A mirror may be away for a moment.
for attempt in 1 2 3; do
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium && exit 0
  sleep $((attempt * 5))
done
exit 1
