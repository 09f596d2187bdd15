import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modelRequest, schemaToSend } from './model-request.ts';
import { extractStructured, outputShape, readOutput, wholeSentences } from './read-output.ts';

const structured = { output: z.object({ advice: z.string() }) };
const text = { output: z.string().max(30) };

describe('readOutput', () => {
  it('takes no structure from an answer that hit its limit, however well it parses', async () => {
    const written = { text: 'advice: do not stop the drug unless', truncated: false };
    const shape = await outputShape(structured);
    expect(readOutput(written, shape, structured).ok).toBe(true);
    expect(readOutput({ ...written, truncated: true }, shape, structured).ok).toBe(false);
  });

  it('reads plain text by the task’s own rule only where there is no structure, and holds it to the schema', async () => {
    const task = {
      ...structured,
      readText: (said: string) => ({ advice: said.startsWith('1.') ? said.slice(3) : 0 }),
    };
    const shape = await outputShape(task);
    const read = (said: string) => readOutput({ text: said, truncated: false }, shape, task);
    expect(read('1. Rest.')).toEqual({ ok: true, value: { advice: 'Rest.' } });
    expect(read('{"advice": "Drink."}')).toEqual({ ok: true, value: { advice: 'Drink.' } });
    expect(read('No idea.').ok).toBe(false);
  });

  it('holds free text to its schema', async () => {
    const shape = await outputShape(text);
    expect(readOutput({ text: ' Short. ', truncated: false }, shape, text)).toEqual({
      ok: true,
      value: 'Short.',
    });
    expect(readOutput({ text: 'Long. '.repeat(10), truncated: false }, shape, text).ok).toBe(false);
    expect(readOutput({ text: ' \n', truncated: false }, shape, text).ok).toBe(false);
  });
});

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

const WITH_SCHEMA = { supportsJsonSchema: true };
const prompt = { system: 'Sort.', user: 'This.' };

describe('outputShape', () => {
  it('takes any string schema for free text', async () => {
    expect(await outputShape({ output: z.string().min(2) })).toEqual({ kind: 'text' });
  });

  it('is strict only when every field, at every depth, is required', async () => {
    const strict = await outputShape({ output: z.object({ a: z.object({ b: z.string() }) }) });
    const loose = await outputShape({ output: z.object({ a: z.object({ b: z.string().optional() }) }) });
    expect(strict).toMatchObject({ kind: 'structured', strict: true });
    expect(loose).toMatchObject({ kind: 'structured', strict: false });
  });

  it('asks in the prompt for what the provider cannot be held to', async () => {
    const list = await outputShape({ output: z.array(z.string()) });
    expect(schemaToSend(list, WITH_SCHEMA)).toBeNull();
    expect(modelRequest(prompt, 'Fences.', list, WITH_SCHEMA).system).toContain('"type":"array"');

    const object = await outputShape({ output: z.object({ kind: z.string() }) });
    expect(schemaToSend(object, WITH_SCHEMA)).not.toBeNull();
    expect(modelRequest(prompt, 'Fences.', object, WITH_SCHEMA).system).toBe('Sort.\n\nFences.');
    expect(modelRequest(prompt, 'Fences.', object, { supportsJsonSchema: false }).system).toContain('"kind"');
  });
});

it.each([
  ['Take it with food. Do not take it if', 'Take it with food.'],
  ['It is safe (in most people.) Only when the', 'It is safe (in most people.)'],
  ['Start with 500 mg. Then up to 2.', 'Start with 500 mg.'],
  ['Is it safe? Yes', 'Is it safe?'],
  ['It is safe in pregnancy', ''],
])('keeps of %j the finished sentences', (text, kept) => {
  expect(wholeSentences(text)).toBe(kept);
});
