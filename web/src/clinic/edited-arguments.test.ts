import { describe, expect, it } from 'vitest';
import { editedArguments } from './edited-arguments.ts';

const ARGS = { medication: 'ibuprofen', days: 7 };

describe('editedArguments', () => {
  it('keeps texts as texts and reads the rest as JSON', () => {
    expect(editedArguments(ARGS, { medication: '500', days: '5' })).toEqual({
      ok: true,
      args: { medication: '500', days: 5 },
      isChanged: true,
    });
  });

  it('knows when nothing was changed after all', () => {
    expect(editedArguments(ARGS, { medication: 'ibuprofen' })).toMatchObject({ isChanged: false });
  });

  it('names the field that cannot be read', () => {
    expect(editedArguments(ARGS, { days: 'seven' })).toEqual({ ok: false, field: 'days' });
  });
});
