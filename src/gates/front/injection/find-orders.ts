import { type Meaning, MeaningError } from '../../../meaning/meaning.port.ts';
import { piecesOf } from '../hear-alarms.ts';
import { screenUntrusted } from './detect-injection.ts';

/** Log-odds of an attack from which the model's word holds a passage back; chosen on development rows. */
const ORDERS_FROM = 3;

/** Which of these passages give orders to an assistant, by their structure or by what the model hears in one of their parts. */
export async function findOrders(
  texts: readonly string[],
  { meaning }: { meaning: Meaning | null },
): Promise<boolean[]> {
  const found = texts.map((text) => screenUntrusted(text).findings.length > 0);
  if (meaning?.models.gate.status !== 'ready') return found;
  const pieces = texts.flatMap((text, of) => piecesOf(text).map((piece) => ({ of, piece })));
  try {
    const heard = await meaning.alarm(
      pieces.map(({ piece }) => piece),
      { background: true },
    );
    for (const [i, { attack }] of heard.entries()) {
      const of = pieces[i]?.of;
      if (of !== undefined && attack >= ORDERS_FROM) found[of] = true;
    }
  } catch (error) {
    // Without the model structure decides alone, as where none is installed.
    if (!(error instanceof MeaningError)) throw error;
  }
  return found;
}
