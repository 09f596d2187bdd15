import { isTimeUp, withSignal } from '../../domain/signals.ts';
import { type Meaning, MeaningError } from '../../meaning/meaning.port.ts';
import type { Embedder } from '../embedder.port.ts';
import { searchModelFailed } from './model-server.ts';

/** A question that waits for its vector longer than this is better searched by its words alone. */
const QUERY_LIMIT_MS = 5_000;
/** What matters of a question is in its first hundred words; each row costs time while somebody waits. */
const ROWS = { query: 128, passage: 256 };
/** What calibration gives for the encoder that ships: measured once, not at every start. */
const SCALE = { unrelated: 0.062, same: 0.768 };
/** The vectors' part in the score; the rest is the words'. Fitted on development questions (docs/models.md). */
const SHARE = { en: 0.5, vi: 0.7 };

/** Galen's own encoder. Passages get their vectors in the background, behind whatever somebody waits for. */
export function createOwnEmbedder(
  meaning: Pick<Meaning, 'encode'>,
  { version, dimensions }: { version: string; dimensions: number },
): Embedder {
  const id = `galen/encoder@${version}`;
  return {
    id,
    dimensions,
    scale: SCALE,
    share: SHARE,
    embedsLater: true,
    async embed(texts, { kind, signal: parent }) {
      const isQuery = kind === 'query';
      try {
        return await withSignal({ parent, ...(isQuery ? { limitMs: QUERY_LIMIT_MS } : {}) }, (signal) =>
          meaning.encode(texts, { rows: ROWS[kind], background: !isQuery, signal }),
        );
      } catch (error) {
        parent.throwIfAborted();
        if (error instanceof MeaningError) throw searchModelFailed(id, error.reason);
        throw isTimeUp(error) ? searchModelFailed(id, 'timed-out') : error;
      }
    },
  };
}
