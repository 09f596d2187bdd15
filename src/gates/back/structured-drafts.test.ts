import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { createBackGate } from './create-back-gate.ts';

const METFORMIN = 'Metformin reduced mortality by 36% over 10.7 years.';
const NAUSEA = 'Nausea and diarrhoea are the most common side effects of metformin.';
const GLICLAZIDE = 'Gliclazide causes hypoglycaemia in 12% of people.';
const passage = (id: string, text: string) =>
  rankedPassage({ id: `${id}#0`, document: { id, text, year: 2019 } });
const evidence = [passage('a', METFORMIN), passage('b', NAUSEA), passage('c', GLICLAZIDE)];
const gate = createBackGate();
const check = (draft: string, part: object = {}) =>
  gate.check({ question: 'Compare metformin and gliclazide', draft, evidence, language: 'en', ...part });

const TABLE = [
  '| Aspect | Metformin | Gliclazide |',
  '|---|---|---|',
  `| Safety | ${NAUSEA} [2] | ${GLICLAZIDE} [3] |`,
  `| Outcomes | ${METFORMIN} [1] | It cures 99% of cancers. [1] |`,
  '| Cost | It is free of charge. | It costs 900 dollars. |',
].join('\n');

describe('the back gate on tables, lists and headings', () => {
  it('cites each cell, empties one that no source supports and leaves out a row of nothing else', async () => {
    const { message, citations, dropped, hallucination_flagged } = await check(TABLE);
    expect(message.split('\n')).toEqual([
      '| Aspect | Metformin | Gliclazide |',
      '| --- | --- | --- |',
      `| Safety | ${NAUSEA} [1] | ${GLICLAZIDE} [2] |`,
      `| Outcomes | ${METFORMIN} [3] | – |`,
    ]);
    for (const { text, start_pos, end_pos } of citations)
      expect(message.slice(start_pos, end_pos)).toBe(text);
    expect(citations.map(({ quote }) => quote)).toEqual([NAUSEA, GLICLAZIDE, METFORMIN]);
    expect(dropped).toHaveLength(3);
    expect(hallucination_flagged).toBe(true);
  });

  it('keeps a true sentence out of the column of another thing', async () => {
    const apart = [
      rankedPassage({ id: 'a#0', document: { id: 'a', title: 'Metformin', text: METFORMIN } }),
      rankedPassage({ id: 'c#0', document: { id: 'c', title: 'Gliclazide', text: GLICLAZIDE } }),
    ];
    const exchanged = `| Aspect | Metformin | Gliclazide |\n|---|---|---|\n| Outcomes | ${METFORMIN} | ${METFORMIN} |`;
    const { message } = await check(exchanged, { evidence: apart });
    expect(message.split('\n')[2]).toBe(`| Outcomes | ${METFORMIN} [1] | – |`);
  });

  it('reads a line of a chart item by item, under its name', async () => {
    const lab =
      'Laboratory: Haemoglobin 10.4 g/dL [low]; Potassium 5.2 mmol/L [high]; Sodium 139 mmol/L [normal]';
    const chart = [rankedPassage({ document: { title: 'Patient chart', text: lab } })];
    const { message, citations } = await check(`${lab}\nThe potassium is 4.2 mmol/L.`, { evidence: chart });
    expect(message).toBe(`${lab} [1]\n\nLaboratory: Potassium 5.2 mmol/L [high] [1]`);
    expect(citations[1]).toMatchObject({ quote: 'Potassium 5.2 mmol/L [high]', support: 'supported' });
  });

  it('numbers the items that are left anew and keeps their labels', async () => {
    const draft = `1. **First step:** ${NAUSEA} [2]\n2. Bananas cure everything.\n3. ${METFORMIN} [1]`;
    const { message, citations } = await check(draft);
    expect(message).toBe(`1. **First step:** ${NAUSEA} [1]\n2. ${METFORMIN} [2]`);
    for (const { text, start_pos, end_pos } of citations)
      expect(message.slice(start_pos, end_pos)).toBe(text);
  });

  it('keeps a heading over what holds, and none over nothing', async () => {
    const draft = `**Before: until 2019**\n- **2019:** ${NAUSEA}\n\n## After 2020\n- Bananas cure everything.`;
    expect((await check(draft)).message).toBe(`**Before: until 2019**\n\n- **2019:** ${NAUSEA} [1]`);
  });

  it.each([
    ['a heading', `## Metformin reduces mortality by 99%\n${NAUSEA}`],
    ['a label', `**Gliclazide never causes hypoglycaemia:** ${NAUSEA}`],
    ['a column', `| | Metformin cures cancer |\n|---|---|\n| Safety | ${NAUSEA} |`],
    ['a row', `| Aspect | Metformin |\n|---|---|\n| Gliclazide reduced mortality | ${NAUSEA} |`],
  ])('lets no claim in as the name of %s', async (_, draft) => {
    const { message, hallucination_flagged } = await check(draft);
    expect(message).not.toMatch(/99|never|cancer|reduced/u);
    expect(message).toContain(NAUSEA);
    expect(hallucination_flagged).toBe(true);
  });

  it('marks, where nothing is dropped, what no source supports in a cell', async () => {
    const marking = createBackGate({ unsupported: 'mark', minConfidence: 0 });
    const { message } = await marking.check({ question: 'q', draft: TABLE, evidence, language: 'en' });
    expect(message).toContain('It costs 900 dollars. [unsupported] |');
  });

  it('puts what code adds after the answer, re-scanned, and claims nothing by it', async () => {
    const closing = 'Not found in the sources searched: “insulin, for mary.jones@example.org”.';
    const { message, citations, redactions, hallucination_flagged } = await check(NAUSEA, { closing });
    expect(message).toMatch(/ \[1\]\n\nNot found .*insulin, for \[EMAIL_1\]/u);
    expect(citations).toHaveLength(1);
    expect(redactions).toEqual({ EMAIL: 1 });
    expect(hallucination_flagged).toBe(false);
  });

  it('gives exact spans for any mixture of lines', async () => {
    const piece = fc.constantFrom(
      '|',
      ' ',
      '\n',
      '- ',
      '1. ',
      '## ',
      '**',
      '---',
      NAUSEA,
      GLICLAZIDE,
      '[1]',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 24 }), async (pieces) => {
        const { message, citations } = await check(pieces.join(''));
        for (const { text, start_pos, end_pos } of citations)
          expect(message.slice(start_pos, end_pos)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
