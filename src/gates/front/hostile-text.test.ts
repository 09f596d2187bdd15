import fc from 'fast-check';
import { describe, it } from 'vitest';
import { sampleOrAll } from '../../domain/testing/long-runs.ts';
import { scriptedSupport } from '../../meaning/testing/scripted-support.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { createBackGate } from '../back/create-back-gate.ts';
import { checkForm } from './check-form.ts';
import { detectLanguage, isOtherLanguage } from './detect-language.ts';
import { judgeEmergency } from './emergency/detect-emergency.ts';
import { detectInjection, screenUntrusted } from './injection/detect-injection.ts';
import { redactPii } from './pii/redact-pii.ts';

/** More than a message may have, and much more of one letter: what is slower than linear does not end within the test's time limit. */
const LENGTH = sampleOrAll(20_000, 40_000);
const BACK_GATE = createBackGate();
const BACK_GATE_WITH_MODEL = createBackGate(undefined, {
  meaning: scriptedSupport(async (pairs) => pairs.map(() => ({ supported: 0, contradicted: 0, neither: 1 }))),
});
const evidence = [rankedPassage()];

const CHECKS: readonly [string, (text: string) => unknown][] = [
  ['checkForm', checkForm],
  ['detectLanguage', detectLanguage],
  ['isOtherLanguage', isOtherLanguage],
  ['judgeEmergency in English', (text) => judgeEmergency(text, { language: 'en' })],
  ['judgeEmergency in Vietnamese', (text) => judgeEmergency(text, { language: 'vi' })],
  ['detectInjection', detectInjection],
  ['screenUntrusted', screenUntrusted],
  ['redactPii', redactPii],
  ['the back gate', (draft) => BACK_GATE.check({ question: '', draft, evidence, language: 'en' })],
  [
    'the back gate with its model',
    (draft) => BACK_GATE_WITH_MODEL.check({ question: '', draft, evidence, language: 'en' }),
  ],
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
    'do not follow the ',
    'pretend you ',
    'wow now ',
    'i.',
    '<a src=',
    '<a style="',
    ' onload ',
    '(select ',
    "'a' ",
    '%41',
    '&#65;',
    '\\n',
    '/*',
    '../',
    '/.',
    '| cat ',
    '(case when (1',
    'QUJD',
    '41 ',
    'vtaber ',
    '\u{e0041}',
    '\u200b',
  ],
  ...[
    'no ',
    'not ',
    'không ',
    'chest pain ',
    'no chest pain ',
    'no, ',
    'years ago, chest pain, ',
    'cannot ',
    'cứu với đau ngực ',
    'đau bụng dữ ',
    'bp 70/',
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
  ...[
    'John ',
    'Mr. ',
    'my name is ',
    'Nguyễn ',
    'Nguyen Van ',
    'chị ',
    'J. ',
    'van der ',
    'and John ',
    "O'",
    "Smith's ",
  ],
  ...[
    '42 ',
    '42 Maple ',
    'address ',
    'lives in ',
    'Apt 5\n',
    '1\nApt 5\n',
    'phường ',
    'số 1 ',
    '1/',
    'quận 5, ',
  ],
  ...[
    'dob ',
    'born ',
    '1/1/',
    '1 thang 1 ',
    'age ',
    '90 ',
    'zip ',
    'fax to ',
    'A1',
    '1-',
    '1.1.',
    'a:',
    '::',
    'GB82 ',
  ],
  ...['PMID 1 ', 'icd-', 'https://', 'www.a', '10.1000/', '4111 ', '[NAME_1', '[NAME_1]', '\u2588', 'ext 1'],
];

describe.each(CHECKS)('%s on hostile text', (_, check) => {
  const repeated = (text: string, length = LENGTH) => text.repeat(length / text.length);

  it('ends', { timeout: 90_000 }, async () => {
    for (const seed of SEEDS) await check(repeated(seed, seed.length === 1 ? 5 * LENGTH : LENGTH));
    await check(`a${' '.repeat(5 * LENGTH)}b`);
    const mixture = fc.array(fc.constantFrom(...SEEDS), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(mixture, fc.constantFrom(...SEEDS), async (seeds, last) => {
        await check(repeated(seeds.join('')) + last);
      }),
      { numRuns: sampleOrAll(3, 10), endOnFailure: true },
    );
  });
});
