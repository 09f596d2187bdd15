const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
const TIMES = /duration|_ms$|execution_times$/u;
const NOW = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
const HALF_AN_HOUR_MS = 1_800_000;
/** Their results bear the name of the run, and so do the hashes of what is made of them. */
const OF_THE_RUN = new Set(['log_tool', 'math_tool', 'summary_tool']);

/** A result without what differs from run to run: ids are numbered in order, times and durations are left out. */
export function stripVolatile(told: unknown): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(told, (key, value: unknown) => {
    if (TIMES.test(key)) return null;
    if (typeof value === 'string' && NOW.test(value))
      return Math.abs(Date.now() - Date.parse(value)) < HALF_AN_HOUR_MS ? 'now' : value;
    return isOfTheRun(value) ? { ...value, input_hash: null, output_hash: null } : value;
  });
  return JSON.parse(
    text.replaceAll(UUID, (id) => {
      const name = ids.get(id) ?? `id-${ids.size + 1}`;
      ids.set(id, name);
      return name;
    }),
  );
}

function isOfTheRun(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tool' in value &&
    typeof value.tool === 'string' &&
    OF_THE_RUN.has(value.tool) &&
    'input_hash' in value
  );
}
