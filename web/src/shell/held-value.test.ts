import { describe, expect, it } from 'vitest';
import { afterFailure, heldOf } from './held-value.ts';

const FIRST = { of: 'document 1', value: 'the words of the first', error: null };
const OFFLINE = new Error('cannot be reached');

describe('what is held of a load', () => {
  it('is not shown as something else while that is on its way', () => {
    expect(heldOf(FIRST, 'document 1')).toBe(FIRST);
    expect(heldOf(FIRST, 'document 2')).toEqual({ of: 'document 2', value: null, error: null });
  });

  it('stays when it cannot be loaded again, with the error beside it', () => {
    expect(afterFailure(FIRST, 'document 1', OFFLINE)).toEqual({ ...FIRST, error: OFFLINE });
  });

  it('goes when one may no longer see it', () => {
    const refused = Object.assign(new Error('not yours'), { status: 403 });
    expect(afterFailure(FIRST, 'document 1', refused)).toMatchObject({ value: null, error: refused });
  });

  it('is not kept by the failure of something else', () => {
    expect(afterFailure(FIRST, 'document 2', OFFLINE)).toMatchObject({ of: 'document 2', value: null });
  });
});
