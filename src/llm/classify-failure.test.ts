import { APICallError } from 'ai';
import { describe, expect, it } from 'vitest';
import { classifyFailure } from './classify-failure.ts';

const NOW = Date.parse('2024-05-01T12:00:00Z');

function apiError(statusCode: number, responseHeaders: Record<string, string> = {}, responseBody = '{}') {
  const requestBodyValues = { prompt: 'a secret question' };
  return new APICallError({
    message: '',
    url: '',
    requestBodyValues,
    statusCode,
    responseHeaders,
    responseBody,
  });
}

describe('classifyFailure', () => {
  it.each([
    [400, 'model-error', false],
    [401, 'unauthorized', false],
    [403, 'unauthorized', false],
    [404, 'model-error', false],
    [408, 'timeout', true],
    [409, 'model-error', true],
    [413, 'model-error', false],
    [422, 'model-error', false],
    [429, 'overload', true],
    [500, 'model-error', true],
    [502, 'model-error', true],
    [503, 'overload', true],
    [529, 'overload', true],
  ])('status %d is %s', (status, reason, retryable) => {
    expect(classifyFailure(apiError(status), NOW)).toMatchObject({
      reason,
      retryable,
      status,
      retryAfterMs: null,
    });
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['an HTTP date', { 'retry-after': 'Wed, 01 May 2024 12:00:30 GMT' }, 30_000],
    ['a date gone by', { 'retry-after': 'Wed, 01 May 2024 11:00:00 GMT' }, 0],
    ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, 1_500],
    ['nonsense', { 'retry-after': 'soon' }, null],
  ])('reads Retry-After in %s', (_, headers, expected) => {
    expect(classifyFailure(apiError(429, headers), NOW).retryAfterMs).toBe(expected);
  });

  it('sees a content filter behind a 400', () => {
    const body = '{"error": {"code": "content_filter", "message": "filtered"}}';
    expect(classifyFailure(apiError(400, {}, body), NOW).reason).toBe('refusal');
  });

  it('sees overload reported inside a stream', () => {
    expect(classifyFailure({ type: 'overloaded_error', message: 'Overloaded' }, NOW).reason).toBe('overload');
  });

  it('carries nothing of the request', () => {
    expect(JSON.stringify(classifyFailure(apiError(500), NOW))).not.toContain('secret');
  });
});
