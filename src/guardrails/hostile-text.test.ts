import fc from 'fast-check';
import { describe, it } from 'vitest';
import { rankedPassage } from '../retrieval/testing/ranked-passage.ts';
import { checkForm } from './check-form.ts';
import { createBackGate } from './create-back-gate.ts';
import { detectEmergency } from './detect-emergency.ts';
import { detectInjection } from './detect-injection.ts';
import { detectLanguage } from './detect-language.ts';
import { redactPii } from './redact-pii.ts';

/** Four times what a message may have, and more of one letter: what is slower than linear does not end within the test's time limit. */
const LENGTH = 40_000;
const BACK_GATE = createBackGate();
const evidence = [rankedPassage()];

const CHECKS: readonly [string, (text: string) => unknown][] = [
  ['checkForm', checkForm],
  ['detectLanguage', detectLanguage],
  ['detectEmergency in English', (text) => detectEmergency(text, 'en')],
  ['detectEmergency in Vietnamese', (text) => detectEmergency(text, 'vi')],
  ['detectInjection', detectInjection],
  ['redactPii', redactPii],
  ['the back gate', (draft) => BACK_GATE.check({ question: '', draft, evidence, language: 'en' })],
];

/** Beginnings of what the patterns look for: the closer to a match, the more a bad pattern tries. */
const SEEDS = [
  ...[
    ' ',
    '\n',
    '\t',
    'a',
    '0',
    '1,',
    '1 ',
    '[',
    '[1',
    '[1,',
    '[1 ',
    ' [',
    '[source ',
    ']',
    '.',
    'a.',
    'a@',
    'a@b.',
    '@',
    '0 9',
    '+84 ',
    '-1',
  ],
  ...[
    'ignore ',
    'ignore all the ',
    'union ',
    'union select ',
    "' or ",
    "'",
    '; ',
    ';drop ',
    '<img ',
    '<script',
    'bỏ qua ',
  ],
  ...[
    'no ',
    'not ',
    'không ',
    'chest pain ',
    'no chest pain ',
    'what ',
    'mrn ',
    'cccd 1',
    'é',
    'e\u0301',
    '😀',
    'a b c. ',
    '(pmid ',
    '(Smith et al., ',
    '(A, 20',
    '(source: ',
    '1 mg/',
    '1 to ',
    'reduced ',
    'not reduced ',
    'trẻ em ',
  ],
];

describe.each(CHECKS)('%s on hostile text', (_, check) => {
  const repeated = (text: string, length = LENGTH) => text.repeat(length / text.length);

  it('ends', { timeout: 20_000 }, () => {
    for (const seed of SEEDS) check(repeated(seed, seed.length === 1 ? 5 * LENGTH : LENGTH));
    check(`a${' '.repeat(5 * LENGTH)}b`);
    const mixture = fc.array(fc.constantFrom(...SEEDS), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(mixture, fc.constantFrom(...SEEDS), (seeds, last) => {
        check(repeated(seeds.join('')) + last);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });
});
