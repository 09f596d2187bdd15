#!/usr/bin/env bash
# All stages, from the base to the four models as they ship.
#
#   models/training/train_all.sh DATA OUT [--tiny]
#
# DATA: base/, clean/, pairs.jsonl.xz, left-out.txt (left_out.py) and, to measure with, scifact/. OUT gets the logs (runs/),
# the models (models/) and their golden vectors (golden/). With --tiny each stage sees a few hundred rows for some seconds: that
# takes minutes on a processor, and the models are worth nothing. PYTHON is the interpreter, with PyTorch, NumPy and SciPy.
set -euo pipefail

data=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
tiny=${3:-}
python=${PYTHON:-python3}
cd "$(dirname "$0")"
mkdir -p "$out/runs" "$out/golden"

# Seconds of training: what the weights that ship were given on one H200, three seeds at a time.
syllables_s=60 encoder_s=205 ranker_s=335 support_s=260 gate_s=60
if [ -n "$tiny" ]; then syllables_s=5 encoder_s=5 ranker_s=5 support_s=5 gate_s=5; fi

stage() { # name, seconds, arguments…: three seeds beside each other, then their mean
  local name=$1 seconds=$2 seed pids=()
  shift 2
  for seed in 1 2 3; do
    "$python" "train_$name.py" --data "$data" --out "$out/$name" --seed "$seed" --seconds "$seconds" "$@" ${tiny:+"$tiny"} \
      >"$out/runs/$name-$seed.txt" 2>&1 &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid"; done
  "$python" "train_$name.py" --data "$data" --out "$out/$name" --join 1 2 3 "$@" ${tiny:+"$tiny"} >"$out/runs/$name-joined.txt" 2>&1
}

export_model() { # name, pool, rows of the first and of the second text, further arguments…
  "$python" export.py --name "$1" --version "${VERSION:-$(date +%Y%m%d)}" --state "$out/$1/network.pt" \
    --tokenizer "$data/base/tokenizer.json" --added "$out/syllables/syllables.txt" --pool "$2" --limits "$3" "$4" \
    --out "$out/models/$1" --golden "$out/golden/$1-golden.json" "${@:5}"
}

"$python" train_syllables.py --data "$data" --out "$out/syllables" --seconds "$syllables_s" ${tiny:+"$tiny"} >"$out/runs/syllables.txt" 2>&1
stage encoder "$encoder_s" --syllables "$out/syllables"
export_model encoder mean 256 0
stage ranker "$ranker_s" --encoder "$out/models/encoder"
export_model ranker cls+second 96 128 --words "$out/models/encoder"
stage support "$support_s" --encoder "$out/models/encoder"
export_model support cls+second 160 72
stage gate "$gate_s" --encoder "$out/models/encoder"
export_model gate mean 128 0 --words "$out/models/encoder"
