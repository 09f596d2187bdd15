import { type Meaning, MeaningError } from '../../../meaning/meaning.port.ts';
import { piecesOf } from '../hear-alarms.ts';
import { screenUntrusted } from './detect-injection.ts';

/** Log-odds from which a passage is held back on the model's word: what is held back is lost to every asker. */
const ORDERS_FROM = 4;

/** Which of these passages give orders to an assistant: by their structure, or by what the gate's model hears in them. */
export async function findOrders(texts: readonly string[], meaning: Meaning | null): Promise<boolean[]> {
  const byStructure = texts.map((text) => screenUntrusted(text).findings.length > 0);
  if (meaning === null || meaning.models.gate.status !== 'ready') return byStructure;
  const pieces = texts.flatMap((text, owner) => piecesOf(text).map((piece) => ({ piece, owner })));
  const alarms = await meaning
    .alarm(
      pieces.map(({ piece }) => piece),
      { background: true },
    )
    .catch((error: unknown) => {
      // Without the model a document is still read, and screened by its structure.
      if (error instanceof MeaningError) return [];
      throw error;
    });
  const heard = new Set(
    pieces.flatMap(({ owner }, i) => ((alarms[i]?.attack ?? 0) >= ORDERS_FROM ? [owner] : [])),
  );
  return byStructure.map((isFound, i) => isFound || heard.has(i));
}
