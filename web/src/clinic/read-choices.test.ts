import { describe, expect, it } from 'vitest';
import { readChoices } from './read-choices.ts';

describe('readChoices', () => {
  it('gives what is offered, and leaves out what is no choice', () => {
    const choices = [{ label: 'Mai', value: 'gal-0001' }, { label: 'No value' }, null];
    expect(readChoices({ clarification: { missing: 'patient', choices } })).toEqual({
      missing: 'patient',
      choices: [choices[0]],
    });
  });

  it.each([{}, { clarification: null }, { clarification: { choices: 'none' } }])(
    'gives none for %j',
    (output) => {
      expect(readChoices(output).choices).toEqual([]);
    },
  );
});
