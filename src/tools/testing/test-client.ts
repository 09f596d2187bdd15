import { findPii } from '../../gates/front/pii/redact-pii.ts';
import { API_NAMES, type ApiName, OUTSIDE_APIS, type OutsideApi } from '../http/outside-apis.ts';
import { createOutsideClient, type OutsideClient } from '../http/outside-client.ts';

/** Time that only passes when somebody waits. */
export function testTime(start = Date.parse('2026-01-01T00:00:00Z')) {
  let now = start;
  const waits: number[] = [];
  return {
    clock: () => now,
    sleep: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
    pass: (ms: number) => {
      now += ms;
    },
    waits,
  };
}

/** A client whose every service is at this address, with the real detector of identifiers. */
export function clientAt(
  url: string | null,
  options: {
    time?: ReturnType<typeof testTime>;
    timeoutMs?: number;
    change?: (api: OutsideApi, name: ApiName) => OutsideApi;
  } = {},
): OutsideClient {
  const { time = testTime(), timeoutMs = 2_000, change = (api) => api } = options;
  const apis = Object.fromEntries(
    API_NAMES.map((name) => [name, change({ ...OUTSIDE_APIS[name], baseUrl: url }, name)]),
    // Every name has its entry.
  ) as Record<ApiName, OutsideApi>;
  return createOutsideClient({
    apis,
    findIdentifiers: (text) => findPii(text).map(({ kind }) => kind),
    clock: time.clock,
    sleep: time.sleep,
    timeoutMs,
  });
}
