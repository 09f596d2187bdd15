import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode, GalenError } from './errors.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENTED = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

describe('the error catalogue', () => {
  it('is what docs/errors.md says: same codes in the same order, statuses, retryability and messages', () => {
    const documented = [
      ...DOCUMENTED.matchAll(/^\| `(\w+)` \| (\d+) \| (yes|no) \| (.*?) \| (.+?) \|$/gmu),
    ].map(([, code, status, again, message]) => ({
      code,
      status: Number(status),
      retryable: again === 'yes',
      message,
    }));
    const catalogue = Object.entries(ERROR_CATALOGUE).map(([code, { status, retryable, message }]) => ({
      code,
      status,
      retryable,
      message: message.en,
    }));
    expect(documented).toEqual(catalogue);
  });

  it('holds no code that nothing can answer with', () => {
    const source = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('test') && !path.endsWith('domain/errors.ts'))
      .map((path) => readFileSync(join(SRC, path), 'utf8'))
      .join('\n');
    const ghosts = Object.keys(ERROR_CATALOGUE).filter((code) => !source.includes(`'${code}'`));
    expect(ghosts).toEqual([]);
  });

  it.each(Object.keys(ERROR_CATALOGUE) as ErrorCode[])(
    '%s speaks both languages with the same gaps',
    (code) => {
      const { en, vi } = ERROR_CATALOGUE[code].message;
      const gaps = (text: string) => [...text.matchAll(/\{\w+\}/gu)].map(([gap]) => gap).sort();
      expect(gaps(vi)).toEqual(gaps(en));
      expect(vi).not.toBe(en);
    },
  );
});

describe('GalenError', () => {
  it('fills its message in the reader’s language and keeps the status of its code', () => {
    const error = new GalenError('QUERY_TOO_LONG', { limit: 10_000 });
    expect(error.message).toBe('The question is longer than 10000 characters.');
    expect(error.body('vi')).toEqual({
      code: 'QUERY_TOO_LONG',
      message: 'Câu hỏi dài hơn 10000 ký tự.',
      retryable: false,
    });
    expect(error.status).toBe(400);
  });
});
