import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCitable } from './make-citable.ts';

const DESCRIBED = {
  id: 'd',
  tenant_id: 't',
  title: 'T',
  source_type: 's',
  evidence_level: 'rct' as const,
  journal: '',
  year: 2020,
  url: null,
  created_at: '',
};

describe('what a service said', () => {
  it('is cut into passages that are its own words, whatever it said', () => {
    const section = fc.record({
      heading: fc.string({ maxLength: 10 }),
      text: fc.string({
        unit: fc.constantFrom('a', 'B', '. ', '\n', ' ', '7.1 ', 'é', '😀', '"', 'Dr. '),
        maxLength: 400,
      }),
    });
    fc.assert(
      fc.property(fc.array(section, { maxLength: 5 }), (sections) => {
        const { document, passages } = makeCitable(DESCRIBED, sections);
        for (const { start, end, text } of passages) expect(document.text.slice(start, end)).toBe(text);
        const said = (text: string) => text.replace(/\s+/gu, '');
        expect(said(passages.map(({ text }) => text).join(''))).toBe(said(document.text));
        expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length);
      }),
    );
  });

  it('never has a passage over two sections', () => {
    const { passages } = makeCitable(DESCRIBED, [
      { heading: 'one', text: 'Short.' },
      { heading: 'two', text: 'Also short.' },
    ]);
    expect(passages.map(({ heading, text }) => [heading, text])).toEqual([
      ['one', 'Short.'],
      ['two', 'Also short.'],
    ]);
  });
});
