#!/usr/bin/env bash
# Measures on a GPU what docs/gpus.md only computes: memory, and seconds a step. One command, about 30 minutes:
#
#     bash scripts/first_gpu_run.sh [FOLDER]
#
# Needs the extra `train`, nvidia-smi, and the hub (or MODELS="folder ..."). Each row is a training of STEPS steps by the
# settings that `rlve train` chooses, then an evaluation of 100 problems. FOLDER/rows.tsv holds a line a row: what was run, its
# exit code, seconds, peak of the GPU's memory in MiB. A row that fails is kept, with its log, and the others are still run.
set -u
place=${1:-runs/first-gpu-run}
models=${MODELS:-Qwen/Qwen2.5-0.5B-Instruct Qwen/Qwen2.5-1.5B-Instruct}
steps=${STEPS:-4}
limit=${LIMIT:-8m}
mkdir -p "$place"
nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader > "$place/gpu.txt" || { echo "no GPU: nvidia-smi fails"; exit 2; }
printf 'row\texit\tseconds\tpeak MiB\n' > "$place/rows.tsv"

row() {  # row NAME COMMAND...: run it, watch the memory, write a line
    local name=$1 log="$place/$1.log" peak=0 now code
    shift
    local start=$SECONDS
    "$@" > "$log" 2>&1 &
    local pid=$!
    while kill -0 "$pid" 2> /dev/null; do
        now=$(nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits | head -n 1)
        [ "${now:-0}" -gt "$peak" ] && peak=$now
        sleep "${EVERY:-0.5}"
    done
    wait "$pid"
    code=$?
    printf '%s\t%s\t%s\t%s\n' "$name" "$code" "$((SECONDS - start))" "$peak" | tee -a "$place/rows.tsv"
}

for model in $models; do
    short=$(basename "$model")
    rm -rf "$place/$short-train" "$place/$short-vllm" "$place/$short-evaluate"
    row "$short-train" rlve train --model "$model" -e C16 --max-steps "$steps" --time-limit "$limit" --output-dir "$place/$short-train"
    row "$short-evaluate" rlve evaluate --model "$model" -e STARTER --levels 0-4 --problems 25 --output-dir "$place/$short-evaluate"
    if python -c 'import vllm' 2> /dev/null; then
        row "$short-vllm" rlve train --use-vllm --model "$model" -e C16 --max-steps "$steps" --time-limit "$limit" --output-dir "$place/$short-vllm"
    fi
done
echo "compare $place/rows.tsv with docs/gpus.md; seconds of each step are in $place/*/metrics.jsonl"
