import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_TEXTS } from '../../texts/errors.ts';
import { ERROR_STATUSES, type ErrorCode, GalenError } from './errors.ts';

const CODES = Object.keys(ERROR_STATUSES) as ErrorCode[];
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
    const catalogue = CODES.map((code) => {
      const { status, retryable } = new GalenError(code);
      return { code, status, retryable, message: ERROR_TEXTS[code].en };
    });
    expect(documented).toEqual(catalogue);
  });

  it('holds no code that nothing can answer with', () => {
    const source = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('test') && !path.endsWith('domain/errors.ts'))
      .map((path) => readFileSync(join(SRC, path), 'utf8'))
      .join('\n');
    const ghosts = CODES.filter((code) => !source.includes(`'${code}'`));
    expect(ghosts).toEqual([]);
  });
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
