import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { extractStructured } from './extract-structured.ts';

const Sorted = z.object({
  kind: z.enum(['drug', 'disease']),
  terms: z.array(z.string()),
  note: z.string().optional(),
});
const SORTED = { kind: 'drug', terms: ['metformin', 'HbA1c'] };
const JSON_TEXT = JSON.stringify(SORTED);

describe('extractStructured', () => {
  it.each([
    ['bare JSON', JSON_TEXT],
    ['a json fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['a fence with prose around', `Here it is:\n\`\`\`\n${JSON_TEXT}\n\`\`\`\nAnything else?`],
    ['JSON amid prose', `Sure! I think ${JSON_TEXT} fits best.`],
    ['brackets in the prose before it', `The list [1] says {so} but: ${JSON_TEXT}`],
    ['trailing commas', '{"kind": "drug", "terms": ["metformin", "HbA1c",],}'],
    ['single quotes', "{'kind': 'drug', 'terms': ['metformin', 'HbA1c']}"],
    ['unquoted keys and comments', '{kind: "drug", /* both */ terms: ["metformin", "HbA1c"]}'],
    ['bare YAML', 'kind: drug\nterms:\n  - metformin\n  - HbA1c'],
    ['a yaml fence', 'My answer:\n```yaml\nkind: drug\nterms: [metformin, HbA1c]\n```'],
    ['the last of two answers', `First {"kind":"disease","terms":[]}. On reflection: ${JSON_TEXT}`],
  ])('reads %s', (_, text) => {
    expect(extractStructured(text, Sorted)).toEqual({ ok: true, value: SORTED });
  });

  it.each([
    ['an object broken off', '{"kind": "drug", "terms": ["metformin"'],
    ['an object broken off after a whole field', '{"kind": "drug", "terms": [], "note": "do not ta'],
    ['a whole object inside one broken off', '{"answers": [{"kind": "drug", "terms": []}, {"kind":'],
    ['a fenced object broken off', '```json\n{"kind": "drug", "terms": ["metformin"\n```'],
    ['prose', 'This is about a drug.'],
    ['nothing', ''],
    ['a huge text', `${' '.repeat(300_000)}${JSON_TEXT}`],
  ])('finds nothing in %s', (_, text) => {
    expect(extractStructured(text, Sorted).ok).toBe(false);
  });

  it('says what breaks the schema, field by field', () => {
    const read = extractStructured('{"kind": "weather", "terms": "rain"}', Sorted);
    expect(read).toMatchObject({ ok: false, problem: expect.stringMatching(/^kind: .+\nterms: .+/) });
  });

  it('is not led into expanding a YAML alias bomb', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      'c: [*b,*b,*b,*b,*b,*b,*b,*b,*b]',
    ];
    expect(extractStructured(bomb.join('\n'), Sorted).ok).toBe(false);
  });

  it('reads any object back from any prose that has no brackets or backticks', () => {
    const prose = fc.string().map((text) => text.replace(/[{}[\]`"'#&*:>|%@!-]/g, ' '));
    fc.assert(
      fc.property(prose, prose, fc.array(fc.string()), (before, after, terms) => {
        const value = { kind: 'disease', terms };
        const text = `${before} ${JSON.stringify(value)} ${after}`;
        expect(extractStructured(text, Sorted)).toEqual({ ok: true, value });
      }),
    );
  });

  it('never accepts a proper beginning of an object', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(), (terms, cut) => {
        const text = JSON.stringify({ kind: 'disease', terms });
        expect(extractStructured(text.slice(0, cut % text.length), Sorted).ok).toBe(false);
      }),
    );
  });
});
