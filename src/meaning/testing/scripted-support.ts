import type { Meaning, ModelState } from '../meaning.port.ts';

/** Models of which only the support model answers, and as it is told. */
export function scriptedSupport(
  support: Meaning['support'],
  state: ModelState = { status: 'ready', version: 'scripted', dimensions: 3 },
): Meaning {
  const nobody = () => Promise.reject(new Error('only the support model is there'));
  return {
    models: {
      encoder: { status: 'missing' },
      ranker: { status: 'missing' },
      support: state,
      gate: { status: 'missing' },
    },
    encode: nobody,
    rank: nobody,
    support,
    alarm: nobody,
    close: () => Promise.resolve(),
  };
}
