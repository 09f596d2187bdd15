import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { splitProse } from '../../language/sentences.ts';
import { chunkDocument } from '../../retrieval/ingest/chunk-document.ts';
import { knowledgeFiles } from '../../retrieval/testing/knowledge-files.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import type { BackGateInput } from '../back-gate.port.ts';
import { createBackGate } from './create-back-gate.ts';

const gate = createBackGate();
const passage = (id: string, text: string) => rankedPassage({ id: `${id}#0`, document: { id, text } });

const METFORMIN = 'Metformin reduced mortality by 36% over 10.7 years.';
const NAUSEA = 'Nausea and diarrhoea are the most common side effects of metformin.';
const evidence = [passage('a', `${METFORMIN} It is cheap.`), passage('b', NAUSEA)];
const check = (draft: string, part: Partial<BackGateInput> = {}) =>
  gate.check({ question: 'q', draft, evidence, language: 'en', ...part });

describe('the back gate', () => {
  it('cites each sentence with the very words of its source', async () => {
    const verdict = await check(`${NAUSEA} ${METFORMIN}`);
    expect(verdict.message).toBe(`${NAUSEA} [1] ${METFORMIN} [2]`);
    expect(verdict.citations).toMatchObject([
      {
        text: NAUSEA,
        source_index: 1,
        quote: NAUSEA,
        quote_start: 0,
        quote_end: NAUSEA.length,
        support: 'supported',
      },
      { text: METFORMIN, source_index: 2, quote: METFORMIN, support: 'supported' },
    ]);
    expect(verdict).toMatchObject({ hallucination_flagged: false, dropped: [], redactions: {} });
  });

  it('numbers sources in the order they are first cited, whatever the draft says', async () => {
    const { message, cited } = await check(`${NAUSEA} [7] ${METFORMIN} [1] ${NAUSEA} [2]`);
    expect(message).toBe(`${NAUSEA} [1] ${METFORMIN} [2] ${NAUSEA} [1]`);
    expect(cited.map(({ document_id }) => document_id)).toEqual(['b', 'a']);
  });

  it.each([
    '[1]',
    '[1, 2]',
    '[1-2]',
    '[1; 2]',
    '[1 and 2]',
    '[ 1 ]',
    '[^1]',
    '[Source 1]',
    '[Source: A study, 2020]',
    '[Nguồn 1]',
    '[1][2]',
    '[[1]]',
  ])('takes out the mark %s that a model made', async (mark) => {
    const sentence = NAUSEA.replace('.', '');
    for (const draft of [`${sentence} ${mark}.`, `${sentence}. ${mark}`, `${sentence}.${mark}`]) {
      const { message } = await check(draft);
      expect(message.replace(/ \[1\]$/u, '').match(/\[[^\]]*\d|source|nguồn/iu)).toBeNull();
      expect(message.match(/\[1\]/gu)).toHaveLength(1);
    }
  });

  it.each(['[1[2]]', '[1 [2]]', '[[[1]]]', '[1[2[3]]]', '[1, [2], 3]'])(
    'leaves no mark of %s',
    async (mark) => {
      const { message, citations } = await check(`${METFORMIN} ${NAUSEA.replace('.', '')} ${mark}.`);
      const own = citations.filter(({ support }) => support !== 'unsupported');
      expect(message.match(/\[[^\]]*\d[^\]]*\]/gu)).toEqual(
        own.map(({ source_index }) => `[${source_index}]`),
      );
    },
  );

  it('leaves no mark that only appears once the inner one is gone', async () => {
    const text = 'Level 1 is glucose below 70 mg/dL.';
    const { message } = await check('Level 1 is glucose below 70 mg/dL [1[2]].', {
      evidence: [passage('a', text)],
    });
    expect(message.match(/\[\d+\]/gu)).toEqual(['[1]']);
    expect(message.endsWith('. [1]')).toBe(true);
  });

  it('finds the source with the right number among sentences of the same words', async () => {
    const text =
      'Level 1 is glucose below 70 mg/dL and at least 54 mg/dL. Level 2 is glucose below 54 mg/dL.';
    const [citation] = (
      await check('Level 2 is glucose below 54 mg/dL.', {
        evidence: [passage('a', text)],
      })
    ).citations;
    expect(citation).toMatchObject({ support: 'supported', quote: 'Level 2 is glucose below 54 mg/dL.' });
  });

  it('quotes the tighter of two sentences that hold the claim', async () => {
    const text = `${NAUSEA.slice(0, -1)} in adults who have never taken it before. ${NAUSEA}`;
    const [citation] = (await check(NAUSEA, { evidence: [passage('a', text)] })).citations;
    expect(citation?.quote).toBe(NAUSEA);
  });

  it('lets a mark decide between sources that say the same', async () => {
    const twins = [passage('a', NAUSEA), passage('b', NAUSEA)];
    const citedBy = async (draft: string) =>
      (await check(draft, { evidence: twins })).cited.map(({ document_id }) => document_id);
    expect(await citedBy(`${NAUSEA} [2]`)).toEqual(['b']);
    expect(await citedBy(`${NAUSEA} [1]`)).toEqual(['a']);
    expect(await citedBy(NAUSEA)).toEqual(['a']);
  });

  it('lets the source speak in the place of a sentence with a number that it does not have', async () => {
    const invented = 'Metformin reduced mortality by 63% over 10.7 years.';
    const verdict = await check(`${NAUSEA} ${invented}`);
    expect(verdict.message).toBe(`${NAUSEA} [1] ${METFORMIN} [2]`);
    expect(verdict).toMatchObject({ hallucination_flagged: true, dropped: [] });
    expect(verdict.replaced).toEqual([{ text: invented, quotes: [METFORMIN] }]);
  });

  it('warns behind a dose above what the tables allow, whatever document it comes from', async () => {
    const high = 'Paracetamol 8 g a day is the usual dose.';
    const doseAbove = (text: string) =>
      text === high ? { drug: 'paracetamol', most: 4000, unit: 'mg' } : null;
    const warning = createBackGate(undefined, { doseAbove });
    const draft = {
      question: 'q',
      draft: `${high} ${NAUSEA}`,
      evidence: [passage('a', `${high} ${NAUSEA}`)],
    };
    const { message, citations } = await warning.check({ ...draft, language: 'en' });
    expect(message).toMatch(
      /^Paracetamol 8 g a day is the usual dose\. \[1\] \(Caution: .*4000 mg of paracetamol/u,
    );
    for (const { text, start_pos, end_pos } of citations)
      expect(message.slice(start_pos, end_pos)).toBe(text);
    expect((await warning.check({ ...draft, language: 'vi' })).message).toContain('(Cảnh báo: ');
  });

  it('says nothing twice where two sentences have the same source', async () => {
    const invented = METFORMIN.replace('36', '63');
    expect((await check(`${METFORMIN} ${invented} ${invented}`)).message).toBe(`${METFORMIN} [1]`);
    expect((await check(`${NAUSEA} ${invented} ${invented}`)).message).toBe(`${NAUSEA} [1] ${METFORMIN} [2]`);
  });

  it('takes a decimal comma for a decimal point', async () => {
    const [citation] = (await check('Metformin reduced mortality by 36% over 10,7 years.')).citations;
    expect(citation?.support).toBe('supported');
  });

  it('drops what no source speaks of', async () => {
    const verdict = await check(`${NAUSEA} Bananas grow in warm countries.`);
    expect(verdict.message).toBe(`${NAUSEA} [1]`);
    expect(verdict.dropped).toEqual(['Bananas grow in warm countries.']);
  });

  it('keeps a loose paraphrase, marked weak', async () => {
    const { citations } = await check(
      'Common side effects of metformin are feeling queasy and loose motions.',
    );
    expect(citations[0]).toMatchObject({ support: 'weak', quote: NAUSEA });
  });

  it('marks a draft that rests on nothing, cites nothing in it and trusts it not at all', async () => {
    const verdict = await check('Bananas grow in warm countries. Mortality fell by 99%.');
    expect(verdict.message).not.toMatch(/\[\d/u);
    expect(verdict.citations.every(({ support }) => support === 'unsupported')).toBe(true);
    expect(verdict).toMatchObject({ confidence: 0, confidence_level: 'low', hallucination_flagged: true });
  });

  it('is surer the better the sources fit and the more of the draft held', async () => {
    const well = (await check(NAUSEA)).confidence;
    const half = (await check(`${NAUSEA} Bananas grow in warm countries.`)).confidence;
    const poorly = (
      await check(NAUSEA, {
        evidence: [rankedPassage({ document: { text: NAUSEA }, scores: { relevance: 0.3 } })],
      })
    ).confidence;
    expect(well).toBeGreaterThan(half);
    expect(well).toBeGreaterThan(poorly);
    expect(well).toBeLessThanOrEqual(0.95);
  });

  it('rests a claim on two neighbouring sentences of one source', async () => {
    const text =
      'Metformin reduced mortality by 36%. The most common side effects were nausea and diarrhoea.';
    const claim =
      'Metformin reduced mortality by 36%, and the most common side effects were nausea and diarrhoea.';
    const [citation] = (await check(claim, { evidence: [passage('a', text)] })).citations;
    expect(citation).toMatchObject({ support: 'supported', quote: text });
    const apart = text.replace('. The', '.\n\n## Safety\nThe');
    expect((await check(claim, { evidence: [passage('a', apart)] })).citations[0]?.quote).not.toContain('##');
  });

  it('does not let a neighbour lend a sentence its number', async () => {
    const text = 'Lithium prevented relapse in 54% of people. Valproate prevented relapse in 69% of people.';
    const claim = 'Lithium prevented relapse in 69% of people.';
    expect((await check(claim, { evidence: [passage('a', text)] })).citations[0]?.support).toBe(
      'unsupported',
    );
  });

  it('does not let a looser sentence carry what a closer one contradicts', async () => {
    const closer = 'Metformin did not reduce the rate of stroke in older adults with type 2 diabetes.';
    const looser = 'Metformin changed the rate of falls in older adults with type 2 diabetes.';
    const both = [passage('a', closer), passage('b', looser)];
    const [citation] = (
      await check('Metformin reduced the rate of stroke in older adults with type 2 diabetes.', {
        evidence: both,
      })
    ).citations;
    expect(citation?.support).toBe('unsupported');
  });

  it.each([
    ['en', '[unsupported]'],
    ['vi', '[chưa có căn cứ]'],
  ] as const)('marks in %s what nothing supports, where it is set to', async (language, mark) => {
    const marking = createBackGate({ unsupported: 'mark', minConfidence: 0 });
    const draft = `${NAUSEA} Bananas grow in warm countries.`;
    const verdict = await marking.check({ question: 'q', draft, evidence, language });
    expect(verdict.message).toBe(`${NAUSEA} [1] Bananas grow in warm countries. ${mark}`);
    expect(verdict).toMatchObject({ dropped: [], hallucination_flagged: true });
  });

  it('takes a message that claims nothing as it is', async () => {
    const draft = 'Hello! Do you mean metformin or insulin?';
    expect(
      await gate.check({ question: 'q', draft, evidence: [], language: 'en', claims: false }),
    ).toMatchObject({
      message: draft,
      claims: false,
      citations: [],
      hallucination_flagged: false,
    });
    const claiming = 'Hello! Metformin cures cancer.';
    expect(
      await gate.check({ question: 'q', draft: claiming, evidence, language: 'en', claims: false }),
    ).toMatchObject({
      claims: true,
      hallucination_flagged: true,
    });
  });

  it('is too unsure below its least confidence, and only of claims', async () => {
    const strict = createBackGate({ unsupported: 'drop', minConfidence: 0.9 });
    const loose = createBackGate({ unsupported: 'drop', minConfidence: 0.01 });
    const input = { question: 'bananas?', draft: NAUSEA, evidence, language: 'en' as const };
    expect((await strict.check(input)).is_too_unsure).toBe(true);
    expect((await loose.check(input)).is_too_unsure).toBe(false);
    expect((await strict.check({ ...input, draft: 'Hello!', claims: false })).is_too_unsure).toBe(false);
  });

  it('is not sure of an answer to a part of the question, however well it is supported', async () => {
    const whole = await check(NAUSEA, { question: 'What are common side effects of metformin?' });
    const part = await check(NAUSEA, {
      question: 'What are common side effects of metformin?',
      is_partial: true,
    });
    expect(whole.confidence_level).toBe('high');
    expect(part).toMatchObject({ confidence: 0.65, confidence_level: 'medium', citations: whole.citations });
  });

  describe('two neighbours that are nearly alike', () => {
    const [first, second] = [
      'Drug treatment is recommended from 130/80 mmHg in people with a high risk.',
      'Drug treatment is recommended from 140/90 mmHg in everyone else.',
    ];
    const alike = [passage('bp', `${first} ${second}`)];
    const join = (one: string, other: string) =>
      check(
        `Drug treatment is recommended from ${one} in people with a high risk, and drug treatment is recommended from ${other} in everyone else.`,
        { evidence: alike },
      );

    it('carry a sentence that says both', async () => {
      const { citations } = await join('130/80 mmHg', '140/90 mmHg');
      expect(citations).toMatchObject([{ support: 'supported', quote: `${first} ${second}` }]);
    });

    it.each([
      ['130/80 mmHg', '150/90 mmHg'],
      ['140/90 mmHg', '130/80 mmHg'],
      ['130/80 mmHg', '140/90 kPa'],
    ])('carry none that has %s and %s', async (one, other) => {
      expect((await join(one, other)).citations.every(({ support }) => support === 'unsupported')).toBe(true);
    });
  });

  it('takes identifiers out of the answer', async () => {
    const verdict = await check(
      'Nausea and diarrhoea are common side effects of metformin, says lan@example.com.',
    );
    expect(verdict.message).toContain('[EMAIL_1]');
    expect(verdict.redactions).toEqual({ EMAIL: 1 });
  });

  it('keeps paragraphs apart', async () => {
    expect((await check(`${NAUSEA}\n\n\n${METFORMIN}`)).message).toBe(`${NAUSEA} [1]\n\n${METFORMIN} [2]`);
  });

  it('answers an empty draft and no evidence', async () => {
    expect(await check('')).toMatchObject({ message: '', citations: [], cited: [], confidence: 0 });
    expect(await check('[1] [2]')).toMatchObject({ citations: [], confidence: 0 });
    expect(await check(NAUSEA, { evidence: [] })).toMatchObject({ citations: [], cited: [], confidence: 0 });
  });
});

describe('the back gate over the knowledge that ships', () => {
  const documents = new Map(knowledgeFiles().map(({ document }) => [document.id, document]));
  const passages = [...documents.values()].flatMap(({ id, text, language, title }) =>
    chunkDocument({ id, text, language }).map((chunk) =>
      rankedPassage({ ...chunk, document: { id, title, language, text } }),
    ),
  );
  const sentencesOf = ({ text, document }: RankedPassage) =>
    splitProse(text, document.language).map((span) => span.text);

  const anyDraft = fc.array(fc.constantFrom(...passages), { minLength: 1, maxLength: 5 }).chain((chosen) =>
    fc.record({
      chosen: fc.constant(chosen),
      pieces: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...chosen.flatMap(sentencesOf)) },
          {
            weight: 2,
            arbitrary: fc.constantFrom(
              '[1]',
              '[2, 3]',
              '[99]',
              '[',
              ']',
              '[[1]]',
              '[Source: x',
              '\n',
              '\n\n',
              '. ',
              ' ',
              '- ',
              '## ',
            ),
          },
          fc.constantFrom(
            'It fell by 12.34%.',
            'Dr. Lan said so, e.g. on TV.',
            'a@b.co',
            '0912345678',
            '😀',
            '\ud800',
          ),
          fc.string({ unit: 'binary', maxLength: 20 }),
        ),
        { maxLength: 14 },
      ),
      glue: fc.constantFrom(' ', ' ', '', '\n'),
      language: fc.constantFrom<Language>('en', 'vi'),
    }),
  );

  it('gives exact spans and its own marks for any draft, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(anyDraft, async ({ chosen, pieces, glue, language }) => {
        const verdict = await gate.check({
          question: '',
          draft: pieces.join(glue),
          evidence: chosen,
          language,
        });
        const { message, citations, cited } = verdict;
        for (const citation of citations) {
          expect(message.slice(citation.start_pos, citation.end_pos)).toBe(citation.text);
          const source = cited[citation.source_index - 1];
          const text = documents.get(source?.document_id ?? '')?.text;
          expect(text?.slice(citation.quote_start, citation.quote_end)).toBe(citation.quote);
          expect(source?.text).toContain(citation.quote);
        }
        // Every mark in the message stands right after the sentence that it belongs to.
        const marksAt = citations
          .filter(({ support }) => support !== 'unsupported')
          .map(({ end_pos, source_index }) => [end_pos, `${source_index}`]);
        const marks = [...message.matchAll(/ \[(\d+)\]/gu)].map((mark) => [mark.index, mark[1]]);
        expect(marks).toEqual(marksAt);
        const firstUses = [...new Set(citations.map(({ source_index }) => source_index))];
        expect(firstUses).toEqual(cited.map((_, i) => i + 1));
        expect(verdict.confidence).toBeGreaterThanOrEqual(0);
        expect(verdict.confidence).toBeLessThanOrEqual(0.95);
      }),
      { numRuns: 500 },
    );
  });

  it('supports every sentence quoted word for word', async () => {
    const failing: string[] = [];
    for (const source of passages) {
      for (const draft of sentencesOf(source)) {
        const input = { question: '', draft, evidence: [source], language: source.document.language };
        const { citations } = await gate.check(input);
        if (citations[0]?.support !== 'supported') failing.push(draft);
      }
    }
    expect(failing).toEqual([]);
  });
});
