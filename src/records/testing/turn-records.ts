import type { RunRecords } from '../run-records.port.ts';

/** Records as a flow sees them: a turn can be begun, and nothing was said before it unless told otherwise. */
export function turnRecords(part: Partial<RunRecords> = {}): RunRecords {
  const unused = () => Promise.reject(new Error('a flow does not use this'));
  return {
    begin: async () => undefined,
    history: async () => ({ messages: [], isUnderWay: false }),
    appendEvents: unused,
    finish: unused,
    get: unused,
    events: unused,
    takeUp: unused,
    putBack: unused,
    heartbeat: unused,
    recover: unused,
    ...part,
  };
}
