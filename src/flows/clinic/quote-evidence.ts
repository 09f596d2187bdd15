import type { Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { once, readCues } from '../../language/read-lexicon.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { expandQuery } from '../../language/search-terms/medical-terms.ts';
import { splitProse } from '../../language/sentences.ts';
import { type Intent, intentOf } from '../evidence/classify-intent.ts';
import { selectSentences } from '../evidence/select-sentences.ts';
import type { EvidenceSection } from './clinic-state.ts';
import { foldForCues } from './request/request-cues.ts';

const CHART_LINES = 6;
const FIRST_SENTENCES = 2;
const MAX_STATEMENTS = 6;
const MIN_WORDS = 5;
/** The line of a chart that says whose it is: shown with whatever else is. */
const WHOSE = /^(?:patient|bệnh nhân)$/iu;
const MARK = /\[(\d{1,3})\](?=\s|$)/gu;

interface QuoteInput {
  question: string;
  language: Language;
  /** A judgement is asked for: the chart's mainstays belong to the answer. */
  isJudgement: boolean;
  evidence: readonly RankedPassage[];
  sections: readonly EvidenceSection[];
}

/** An answer in the sources' own sentences, origin by origin, each with its source's number. */
export function quoteEvidence(input: QuoteInput): string {
  return input.sections
    .map((section) => quoteSection(section, input))
    .filter((paragraph) => paragraph !== '')
    .join('\n');
}

/** What could not be checked, and what became of writes: told whatever else is said. */
export function quoteNotices({ evidence, sections }: Pick<QuoteInput, 'evidence' | 'sections'>): string {
  return sections
    .filter(({ kind }) => kind === 'notice')
    .map(({ from }) => allLines(evidence[from], from + 1))
    .join('\n');
}

/** The same without the numbers of sources, for an answer that cites none. */
export function plainNotices({ evidence, sections }: Pick<QuoteInput, 'evidence' | 'sections'>): string {
  return sections
    .filter(({ kind }) => kind === 'notice')
    .map(({ from }) => evidence[from]?.text ?? '')
    .join('\n');
}

function quoteSection(section: EvidenceSection, input: QuoteInput): string {
  const { evidence, isJudgement, language } = input;
  const { kind, query, from, to } = section;
  const passages = evidence.slice(from, to);
  if (kind === 'notice' || kind === 'verdict') return allLines(passages[0], from + 1);
  if (kind === 'chart') {
    const [first] = passages;
    const whose = first && WHOSE.test(first.heading) ? [{ text: first.text, position: 0 }] : [];
    const lines = chartLines(query, passages, { isJudgement, limit: CHART_LINES });
    return [...whose, ...lines.filter(({ position }) => whose.length === 0 || position > 0)]
      .map(({ text, position }) => `${text} [${from + position + 1}]`)
      .join('\n');
  }
  const stated = passages.filter(isStatement).slice(0, MAX_STATEMENTS);
  const others = passages.filter((passage) => !isStatement(passage));
  const numberOf = (passage: RankedPassage) => from + 1 + passages.indexOf(passage);
  return [
    ...stated.map((passage) => allLines(passage, numberOf(passage)).replaceAll('\n', ' ')),
    selectFrom(others),
  ]
    .filter((part) => part !== '')
    .join('\n');

  function selectFrom(prose: RankedPassage[]): string {
    const [first] = prose;
    if (first === undefined) return '';
    const selected = selectSentences({
      question: query,
      language,
      intent: intentFor(input),
      evidence: prose,
      surroundings: [],
      query_terms: [...new Set(analyzeText(query, language))].map((term) => ({ term, weight: 1 })),
      expansions: expandQuery(query, language),
      history: [],
      about_a_person: false,
    });
    if (selected !== '')
      return selected.replace(MARK, (mark, number: string) => {
        const passage = prose[Number(number) - 1];
        return passage === undefined ? mark : `[${numberOf(passage)}]`;
      });
    // A tool has ranked what it gives: where no word of the query is in it, its first sentences stand for it.
    return stated.length > 0 ? '' : allLines(first, numberOf(first), FIRST_SENTENCES);
  }
}

/** A row of the drug tables, or a check against the chart, is one statement: what may happen and what to do. Half of it misleads. */
function isStatement({ document }: RankedPassage): boolean {
  return document.source_type === 'drug_table' || document.source_type === 'chart';
}

/** A judgement that asks for nothing else is about what to do. */
function intentFor({ question, language, isJudgement }: QuoteInput): Intent {
  const intent = intentOf(question, language);
  return intent === 'disease_info' && isJudgement ? 'treatment' : intent;
}

/** Its sentences with their source's number: all of them, or the `first` that are more than a heading. */
function allLines(passage: RankedPassage | undefined, number: number, first = 0): string {
  if (!passage) return '';
  const sentences = splitProse(passage.text, passage.document.language).map(({ text }) => text);
  const shown = first === 0 ? sentences : sentences.filter((text) => text.split(/\s+/u).length >= MIN_WORDS);
  return shown
    .slice(0, first || shown.length)
    .map((text) => `${text} [${number}]`)
    .join('\n');
}

interface ChartLine {
  text: string;
  /** Place of its passage among those given. */
  position: number;
}

/** Sections of a chart, by words of a question for them and by words that head them; both without marks. */
const chartSections = once(() => {
  const cues = readCues('language/chart-sections', ['section', 'said']);
  const cueOf = (name: string, said: string) =>
    new RegExp(cues.find(({ keys }) => keys[0] === name && keys[1] === said)?.cue ?? '(?!)', 'u');
  return [...new Set(cues.map(({ keys: [name = ''] }) => name))].map((name) => ({
    name,
    asked: cueOf(name, 'asked'),
    section: cueOf(name, 'heading'),
  }));
});
/** What a judgement about a drug always needs. */
const ALWAYS = ['allergies', 'medication', 'results', 'conditions'];

/** The lines of a chart that a question is about; for a judgement also those that no judgement does without. */
export function chartLines(
  question: string,
  passages: readonly RankedPassage[],
  { isJudgement, limit }: { isJudgement: boolean; limit: number },
): ChartLine[] {
  const folded = foldForCues(question);
  const wanted = chartSections().filter(
    ({ name, asked }) => asked.test(folded) || (isJudgement && ALWAYS.includes(name)),
  );
  const sections = wanted.length === 0 ? chartSections() : wanted;
  const lines = passages.flatMap((passage, position) =>
    splitProse(passage.text, passage.document.language).map(({ text }) => ({
      text,
      position,
      head: foldForCues(`${passage.heading} ${text.split(/[:,]/u)[0] ?? ''}`),
      words: wordsOf(text),
    })),
  );
  const asked = wordsOf(question);
  const scored = lines.map((line, order) => ({
    line,
    order,
    score:
      (sections.some(({ section }) => section.test(line.head)) ? 2 : 0) +
      [...line.words].filter((word) => asked.has(word)).length,
  }));
  const best = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, limit);
  // A chart whose lines no question word or heading tells apart is shown from its beginning.
  const shown = best.length > 0 ? best : scored.slice(0, limit);
  return shown.sort((a, b) => a.order - b.order).map(({ line: { text, position } }) => ({ text, position }));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldForCues(text).match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}
