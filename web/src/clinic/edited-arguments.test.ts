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

  it('adds what was left out, and leaves out what was emptied', () => {
    expect(editedArguments(ARGS, { route: 'by mouth' })).toMatchObject({
      args: { ...ARGS, route: 'by mouth' },
      isChanged: true,
    });
    expect(editedArguments(ARGS, { route: ' ' })).toMatchObject({ args: ARGS, isChanged: false });
    expect(editedArguments({ ...ARGS, route: 'iv' }, { route: '' })).toMatchObject({
      args: ARGS,
      isChanged: true,
    });
  });

  it('names the field that cannot be read', () => {
    expect(editedArguments(ARGS, { days: 'seven' })).toEqual({ ok: false, field: 'days' });
  });
});
