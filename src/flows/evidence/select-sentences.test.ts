import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { expandQuery } from '../../language/search-terms/medical-terms.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { intentOf } from './classify-intent.ts';
import { selectSentences } from './select-sentences.ts';

const passage = (id: string, text: string, language: Language = 'en', title = 'A study') =>
  rankedPassage({ id: `${id}#0`, document: { id, text, language, title } });

function select(question: string, evidence: RankedPassage[], language: Language = 'en'): string {
  const query_terms = [...new Set(analyzeText(question, language))].map((term) => ({ term, weight: 1 }));
  const intent = intentOf(question, language);
  return selectSentences({
    question,
    language,
    intent,
    evidence,
    query_terms,
    expansions: expandQuery(question, language),
  });
}

const SIDE_EFFECTS = 'Metformin causes nausea and diarrhoea in many people.';
const DEFICIENCY = 'Long use of metformin lowers vitamin B12 and may cause deficiency.';
const HISTORY = 'The factory was founded in Lyon by two brothers long ago.';

describe('selectSentences', () => {
  it('takes the sentences that answer, each with the number of its source', () => {
    const evidence = [passage('a', `${HISTORY} ${SIDE_EFFECTS}`), passage('b', DEFICIENCY)];
    const text = select('What are the side effects of metformin?', evidence);
    expect(text).toContain(`${SIDE_EFFECTS} [1]`);
    expect(text).toContain(`${DEFICIENCY} [2]`);
    expect(text).not.toContain('Lyon');
    expect(text.match(/\[\d+\]/gu)).toHaveLength(2);
  });

  it('says nothing twice', () => {
    const again = 'In many people metformin causes nausea and also diarrhoea.';
    const text = select('side effects of metformin', [passage('a', SIDE_EFFECTS), passage('b', again)]);
    expect(text).toBe(`${SIDE_EFFECTS} [1]`);
  });

  it('takes a likely answer with figures of its own for no repeat, where a ranker has read it', () => {
    const counted = 'Metformin causes nausea and diarrhoea in 25 of 100 people.';
    const evidence = [passage('a', SIDE_EFFECTS), passage('b', counted)];
    const read = evidence.map((one) => ({ ...one, sentences: [{ text: one.text, answers: 0.9 }] }));
    expect(select('side effects of metformin', evidence)).not.toContain(counted);
    expect(select('side effects of metformin', read)).toContain(counted);
  });

  it('takes the same risk of another drug for no repeat, where a ranker has read it', () => {
    const risk = (drug: string) => `${drug} together with ibuprofen raises the risk of serious bleeding.`;
    const evidence = ['Warfarin', 'Apixaban'].map((drug) => {
      const one = passage(drug, risk(drug));
      return { ...one, sentences: [{ text: one.text, answers: 0.9 }] };
    });
    const text = select('blood thinner and ibuprofen', evidence);
    expect(text).toContain('Warfarin together');
    expect(text).toContain('Apixaban together');
  });

  it('reads in the order of the source, the strongest source first', () => {
    const first = 'Metformin was given to 753 overweight adults with diabetes.';
    const second = 'Metformin side effects were nausea and loose stools in adults.';
    const third = 'Serious harm from metformin, lactic acidosis above all, was rare.';
    const text = select('adverse effects of metformin in adults', [
      passage('a', `${first} ${second} ${third}`),
    ]);
    const places = [first, second, third].map((sentence) => text.indexOf(sentence)).filter((at) => at >= 0);
    expect(places.length).toBeGreaterThan(1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('prefers the sentence that answers what was asked about the subject', () => {
    const dose = 'Metformin is started at 500 mg once daily with food.';
    const evidence = [passage('a', `${SIDE_EFFECTS} ${dose}`)];
    expect(select('What dose of metformin?', evidence)).toMatch(/500 mg/u);
    expect(select('Is metformin safe?', evidence)).toMatch(/nausea/u);
  });

  it('takes five at most, and leaves headings and fragments out', () => {
    const many = Array.from({ length: 12 }, (_, i) => {
      const words = [...'abcd'].map((letter) => `${letter}${i}word`).join(' ');
      return `Metformin met ${words} there.`;
    });
    const text = select('metformin', [
      passage('a', `## Metformin results here today again\nMetformin works.\n${many.join('\n')}`),
    ]);
    expect(text.match(/\[1\]/gu)).toHaveLength(5);
    expect(text).not.toContain('results here');
    expect(text).not.toContain('Metformin works.');
  });

  it('finds the subject by another word for it', () => {
    const evidence = [passage('a', `${HISTORY} Aspirin lowers mortality after myocardial infarction.`)];
    expect(select('aspirin after a heart attack', evidence)).toContain('myocardial infarction');
  });

  it('chooses in Vietnamese, typed with marks or without', () => {
    const answer = 'Metformin thường gây buồn nôn và tiêu chảy trong tuần đầu.';
    const other = 'Nhà máy được hai anh em thành lập ở Lyon từ rất lâu.';
    const evidence = [passage('a', `${other} ${answer}`, 'vi', 'Metformin')];
    for (const question of ['Tác dụng phụ của metformin là gì?', 'tac dung phu cua metformin la gi']) {
      expect(select(question, evidence, 'vi')).toBe(`${answer} [1]`);
    }
  });

  it('keeps list items without a stop apart, so that each is cited', async () => {
    const evidence = [
      passage('a', '- Metformin causes nausea and vomiting in adults'),
      passage('b', '- Metformin is contraindicated in severe kidney failure'),
    ];
    const draft = select('side effects of metformin', evidence);
    const { citations, dropped } = await createBackGate().check({
      question: '',
      draft,
      evidence,
      language: 'en',
    });
    expect(citations.map(({ source_index, support }) => [source_index, support])).toEqual([
      [1, 'supported'],
      [2, 'supported'],
    ]);
    expect(dropped).toEqual([]);
  });

  it('gives nothing when there is no sentence to give', () => {
    expect(select('metformin', [])).toBe('');
    expect(select('metformin', [passage('a', '## Metformin\n- Yes')])).toBe('');
  });
});
