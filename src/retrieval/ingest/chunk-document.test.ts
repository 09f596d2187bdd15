import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/language.ts';
import { splitSentences } from '../../language/sentences.ts';
import { knowledgeFiles } from '../testing/knowledge-files.ts';
import { chunkDocument } from './chunk-document.ts';

const chunk = (text: string, maxCharacters?: number, language: Language = 'en') =>
  chunkDocument({ id: 'doc', text, language }, maxCharacters === undefined ? undefined : { maxCharacters });

/** What holds for the passages of any text. */
function expectSound(text: string, maxCharacters?: number, language: Language = 'en'): void {
  const passages = chunk(text, maxCharacters, language);
  const sentences = splitSentences(text, language);
  let last = 0;
  for (const [i, passage] of passages.entries()) {
    expect(text.slice(passage.start, passage.end)).toBe(passage.text);
    expect(passage.start).toBeGreaterThanOrEqual(last);
    expect(passage.text.trim()).toBe(passage.text);
    expect(passage.text).not.toBe('');
    expect(passage.id).toBe(`doc#${i}`);
    for (const cut of [passage.start, passage.end]) {
      expect(sentences.filter(({ start, end }) => start < cut && cut < end)).toEqual([]);
    }
    last = passage.end;
  }
}

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# Title',
        '## Heading',
        '###### Deep',
        '#no heading',
        '',
        '- item one.',
        '2. item',
        '   ',
        '\t',
      ),
      fc.constantFrom(
        'A sentence of 3.5 mg i.v. by Dr. Who. Another one! A third?',
        'Không dấu chấm',
        '* x',
        '\r',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 80 }),
    ),
    { maxLength: 25 },
  )
  .map((lines) => lines.join('\n'));

it('ends a passage with its page', () => {
  const text = 'First page ends here.\n\nSecond page begins here.';
  const pages = [
    { number: 1, start: 0, end: 23 },
    { number: 2, start: 23, end: text.length },
  ];
  const passages = chunkDocument({ id: 'doc', text, language: 'en', pages });
  expect(passages.map(({ page, text: own }) => [page, own])).toEqual([
    [1, 'First page ends here.'],
    [2, 'Second page begins here.'],
  ]);
});

it.each([
  ['words', 'metformin '.repeat(1_000_000)],
  ['one word', '😀'.repeat(1_000_000)],
  ['letters beyond Latin', 'Uống thuốc mỗi ngày, '.repeat(500_000)],
])('a paragraph of megabytes is cut into passages: %s', (_, text) => {
  const passages = chunkDocument({ id: 'long', text, language: 'vi' });
  expect(passages.length).toBeGreaterThan(100);
  expect(passages.every((passage) => passage.text.length <= 4_000 && passage.text.isWellFormed())).toBe(true);
  expect(
    passages
      .map((passage) => passage.text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(text.replaceAll(' ', ''));
});

describe('chunkDocument', () => {
  it('gives exact, ordered spans that cut no sentence, for any text', () => {
    fc.assert(
      fc.property(markdown, fc.constantFrom(10, 60, 200, 900), (text, size) => expectSound(text, size)),
      { numRuns: 400 },
    );
  });

  it('gives them for every document that ships', () => {
    for (const { document } of knowledgeFiles()) {
      expectSound(document.text, undefined, document.language);
      expect(chunk(document.text, undefined, document.language).length).toBeGreaterThan(0);
    }
  });

  it('loses no text but headings', () => {
    const wordsIn = (text: string) => text.replace(/^#{1,6} .*$/gmu, '').match(/\p{L}+/gu) ?? [];
    for (const { document } of knowledgeFiles().slice(0, 40)) {
      const passages = chunk(document.text, 300, document.language);
      expect(passages.flatMap(({ text }) => wordsIn(text))).toEqual(wordsIn(document.text));
    }
  });

  it('makes no passage of headings alone', () => {
    expect(chunk('# Title\n\n## One\n\n## Two\n')).toEqual([]);
    expect(
      chunk(`## One\n\n## Two\n\n${'A sentence. '.repeat(100)}`, 100).map(({ heading }) => heading),
    ).not.toContain('One');
  });

  it('keeps a passage under its heading and leaves the title out', () => {
    const text = `# Title\n\n## Design\n${'Design text here. '.repeat(5)}\n\n## Results\n${'Result text here. '.repeat(5)}`;
    const passages = chunk(text, 120);
    expect(passages.map(({ heading }) => heading)).toEqual(['Design', 'Results']);
    expect(passages[0]?.text.startsWith('## Design\nDesign text')).toBe(true);
  });

  it('cuts a long paragraph between sentences, and lets a longer sentence be', () => {
    const long = `Long ${'word '.repeat(50).trim()}.`;
    const texts = chunk(`First one here. Second one here. ${long} Last one.`, 40).map(({ text }) => text);
    expect(texts).toEqual(['First one here. Second one here.', long, 'Last one.']);
  });

  it('starts list items apart from each other', () => {
    const texts = chunk('- One item here\n- Two items here\n1. Three items here', 20).map(({ text }) => text);
    expect(texts).toEqual(['- One item here', '- Two items here', '1. Three items here']);
  });

  it('starts indented, lettered and bulleted items apart too', () => {
    const texts = chunk('• One item here\n  - Two items here\n3) Three items here\na) A fourth item', 20).map(
      ({ text }) => text,
    );
    expect(texts).toEqual(['• One item here', '- Two items here', '3) Three items here', 'a) A fourth item']);
  });

  it('takes only a first # for the title', () => {
    const [passage] = chunk('# Title\n\n# Part\n\nText.');
    expect(passage).toMatchObject({ heading: 'Part', text: '# Part\n\nText.' });
  });

  it.each([1, 2])(
    'repeats up to %i sentences of the passage before, within the size and under one heading',
    (overlap) => {
      const text = '## A\n\nOne is one. Two is two. Three is three. Four is four.\n\n## B\n\nFive is five.';
      const texts = chunkDocument({ id: 'doc', text, language: 'en' }, { maxCharacters: 30, overlap }).map(
        (passage) => passage.text,
      );
      expect(texts).toEqual([
        '## A\n\nOne is one. Two is two.',
        'Two is two. Three is three.',
        'Three is three. Four is four.',
        '## B\n\nFive is five.',
      ]);
    },
  );

  it('keeps spans exact and sentences whole with any overlap', () => {
    fc.assert(
      fc.property(markdown, fc.constantFrom(10, 60, 200), fc.nat(3), (text, maxCharacters, overlap) => {
        const sentences = splitSentences(text, 'en');
        let last = -1;
        for (const passage of chunkDocument(
          { id: 'doc', text, language: 'en' },
          { maxCharacters, overlap },
        )) {
          expect(text.slice(passage.start, passage.end)).toBe(passage.text);
          expect(passage.end).toBeGreaterThan(last);
          expect(sentences.filter(({ start, end }) => start < passage.start && passage.start < end)).toEqual(
            [],
          );
          last = passage.end;
        }
      }),
    );
  });

  it('says on which page a passage starts', () => {
    const text = 'One here.\n\nTwo here.';
    const pages = [
      { number: 1, start: 0, end: 9 },
      { number: 2, start: 11, end: 20 },
    ];
    const passages = chunkDocument({ id: 'doc', text, language: 'en', pages }, { maxCharacters: 10 });
    expect(passages.map(({ page }) => page)).toEqual([1, 2]);
    expect(chunk(text)[0]?.page).toBeNull();
  });
});
