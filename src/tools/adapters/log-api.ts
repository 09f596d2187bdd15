import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import { LogLine, type LogSource } from '../log-source.port.ts';

const MAX_ANSWER = 1_000_000;

const LogAnswer = z.object({
  lines: z.array(LogLine).max(1_000),
  total: z.number().int().nonnegative().optional(),
  undated: z.number().int().nonnegative().default(0),
});

/** A log service: `POST` of the query as JSON, `{"lines": [{source, number, time, text}], "total": …, "undated": …}` back; the counts are optional. */
export function createLogApi({ url }: { url: string }): LogSource {
  return {
    async search({ signal, ...query }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(query),
        signal,
      });
      const body = await response.text();
      // Nothing of what it said goes into the error: logs hold names.
      if (!response.ok || body.length > MAX_ANSWER) throw new GalenError('INTERNAL');
      const { lines, total, undated } = LogAnswer.parse(JSON.parse(body));
      // Fewer than were asked for are all there are.
      const known = total ?? (lines.length < query.limit ? lines.length : null);
      return { lines: lines.slice(0, query.limit), total: known, undated };
    },
  };
}
