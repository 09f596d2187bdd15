import type { Alarm, Meaning, ModelState } from '../meaning.port.ts';

export const CALM: Alarm = { now: -5, crisis: -5, attack: -5 };

/** Models of which only the gate's answers, and as it is told. */
export function scriptedAlarm(
  hear: (message: string) => Partial<Alarm> | Promise<Partial<Alarm>>,
  state: ModelState = { status: 'ready', version: 'scripted', dimensions: 3 },
): Meaning {
  const nobody = () => Promise.reject(new Error("only the gate's model is there"));
  return {
    models: {
      encoder: { status: 'missing' },
      ranker: { status: 'missing' },
      support: { status: 'missing' },
      gate: state,
    },
    encode: nobody,
    rank: nobody,
    support: nobody,
    alarm: (messages) =>
      Promise.all(messages.map(async (message) => ({ ...CALM, ...(await hear(message)) }))),
    close: () => Promise.resolve(),
  };
}
