import type { RankedPassage } from '../../domain/passage.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { splitProse } from '../../language/sentences.ts';
import { subjectTerms } from '../../retrieval/search/find-passages.ts';
import { analyzeExpansions, termCredit } from '../../retrieval/search/score-terms.ts';
import type { Intent } from './classify-intent.ts';
import type { AnswerInput } from './steps/generate-answer.ts';

/** Words by which a sentence answers a question of each kind. */
const INTENT_CUES: Readonly<Record<Intent, RegExp>> = {
  side_effects:
    /side effects?|adverse|caus(?:e[sd]?|ing)\b|nausea|vomit|diarrh|hypoglyc|bleeding|acidosis|deficien|contraindicat|should not|avoid|tác dụng phụ|không mong muốn|gây|buồn nôn|tiêu chảy|chống chỉ định|thiếu|nhiễm toan/iu,
  dosage: /\d\s*(?:mg|g|mcg|µg|ml|units?|iu|đơn vị)\b|\bdaily\b|per day|once|twice|mỗi ngày|lần\/ngày|liều/iu,
  treatment: /recommend|first[- ]line|treat|should|offer|therapy|khuyến cáo|điều trị|nên dùng|ưu tiên/iu,
  prevention: /prevent|reduc|vaccin|screen|protect|phòng|giảm|tiêm|tầm soát|sàng lọc/iu,
  diagnosis:
    /diagnos|symptom|sign|criteri|threshold|defined|chẩn đoán|triệu chứng|dấu hiệu|tiêu chuẩn|ngưỡng/iu,
  outcome:
    /\d+(?:[.,]\d+)?\s*(?:%|per cent)|hazard ratio|relative risk|odds ratio|mortality|tử vong|tỷ số|nguy cơ/iu,
  disease_info: /\bis (?:a|an|the)\b|defined|caused by|means|là (?:một|bệnh|tình trạng)|định nghĩa/iu,
};

export const MAX_SENTENCES = 5;
/** Of sentences that our own ranker has read, and of them to each of several questions: the answer is often not the likeliest. */
const MAX_JUDGED = 7;
const MAX_JUDGED_EACH = 4;
const MIN_WORDS = 5;
/** A sentence much weaker than the best one only dilutes it. */
const MIN_SHARE_OF_BEST = 0.45;
/** The same of how likely sentences answer. */
const MIN_SHARE_OF_LIKELIEST = 0.1;
/** Above this share of common terms two sentences say the same. */
const REDUNDANT_FROM = 0.6;
/** What the title says holds for its sentences, but a sentence that says it itself is the better quote. */
const TITLE_CREDIT = 0.6;
const CUE_BONUS = 0.35;
const RELEVANCE_SHARE = 0.5;
/** A question about those without something is answered by a sentence that says so. */
const NEGATION_BONUS = 0.4;
const NEGATION = /\b(?:no|not|without|never|none)\b|(?<!\p{L})(?:không(?! \?|\?)|chưa)(?!\p{L})/iu;

/** A list item without a stop stands on a line of its own, or it would run into what follows. */
const ENDS = /[.!?…]["'”’)\]]*$/u;

export interface Candidate {
  text: string;
  source: number;
  position: number;
  terms: ReadonlySet<string>;
  titleTerms: ReadonlySet<string>;
  score: number;
  /** Which of several questions it answers. */
  question?: number;
}

type AskedOfSentences = Omit<AnswerInput, 'surroundings' | 'history' | 'about_a_person'>;

/** The sentences of the evidence that answer the question, in reading order, each with its source's number. */
export function selectSentences(input: AskedOfSentences): string {
  return quote(rankSentences(input), areJudged(input.evidence));
}

/** The same of passages that our own ranker has read, which needs nothing else. */
export function quoteSentences(evidence: readonly RankedPassage[]): string {
  return quote(judgedSentences(evidence), true);
}

function quote(candidates: readonly Candidate[], isJudged: boolean): string {
  const questions = [...new Set(candidates.map(({ question }) => question))].sort();
  const mostJudged = questions.length > 1 ? MAX_JUDGED_EACH : MAX_JUDGED;
  const most = isJudged ? mostJudged : MAX_SENTENCES;
  const share = isJudged ? MIN_SHARE_OF_LIKELIEST : MIN_SHARE_OF_BEST;
  // Likely answers with figures or drugs of their own do not repeat each other; words alone do not tell which are asked for.
  const repeats = (one: Candidate, other: Candidate) =>
    saysTheSame(one, other) && !(isJudged && bringsNews(one, other));
  const chosen: Candidate[] = [];
  return questions
    .map((question) => {
      const own = candidates.filter((candidate) => candidate.question === question);
      const taken: Candidate[] = [];
      for (const candidate of own) {
        if (taken.length === most || candidate.score < (own[0]?.score ?? 0) * share) break;
        if (![...chosen, ...taken].some((other) => repeats(candidate, other))) taken.push(candidate);
      }
      chosen.push(...taken);
      return inReadingOrder(taken)
        .map(({ text, source }) => `${text} [${source}]${ENDS.test(text) ? ' ' : '\n'}`)
        .join('')
        .trim();
    })
    .join('\n\n')
    .trim();
}

export function areJudged(evidence: readonly RankedPassage[]): boolean {
  return evidence.some(({ sentences }) => sentences !== undefined);
}

/** Those of the sentences that our own ranker has read which may be quoted, the likeliest answer first. */
export function likelySentences(evidence: readonly RankedPassage[]): Candidate[] {
  const judged = judgedSentences(evidence);
  return judged
    .filter(({ score }) => score >= (judged[0]?.score ?? 0) * MIN_SHARE_OF_LIKELIEST)
    .slice(0, MAX_JUDGED);
}

/** The sentences that our own ranker has read, the likeliest answer first. */
function judgedSentences(evidence: readonly RankedPassage[]): Candidate[] {
  return evidence
    .flatMap((passage, i) => {
      const judged = new Map(passage.sentences?.map((sentence) => [sentence.text, sentence]));
      return sentencesOf(passage, i + 1, 1).map((sentence) => {
        const { answers = 0, question = 0 } = judged.get(sentence.text) ?? {};
        return { ...sentence, score: answers, question };
      });
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.source - b.source || a.position - b.position);
}

/** The sentences of the evidence that speak of the question, the best first. */
export function rankSentences(input: AskedOfSentences): Candidate[] {
  const { language, intent, evidence, query_terms } = input;
  if (areJudged(evidence)) return judgedSentences(evidence);
  const groups = analyzeExpansions(input.expansions, language);
  const subjects = subjectTerms(input.question, language);
  const asksNegated = NEGATION.test(input.question);
  const total = query_terms.reduce((sum, { weight }) => sum + weight, 0) || 1;

  return (
    evidence
      .flatMap((passage, i) => sentencesOf(passage, i + 1))
      .map((sentence) => {
        const said = query_terms.map(({ term }) => termCredit(term, groups, sentence.terms));
        const matched = query_terms.reduce((sum, { term, weight }, i) => {
          const byTitle = sentence.titleTerms.has(term) ? TITLE_CREDIT : 0;
          return sum + weight * Math.max(said[i] ?? 0, byTitle);
        }, 0);
        const cue = INTENT_CUES[intent].test(sentence.text) ? CUE_BONUS : 0;
        const negation = asksNegated && NEGATION.test(sentence.text) ? NEGATION_BONUS : 0;
        const names = (term: string) =>
          sentence.titleTerms.has(term) || termCredit(term, groups, sentence.terms) > 0;
        const onSubject = subjects.length === 0 || subjects.some(names);
        const speaks = onSubject && (cue > 0 || said.some((credit) => credit > 0));
        const score = matched / total + cue + negation + RELEVANCE_SHARE * sentence.relevance;
        return { ...sentence, speaks, score };
      })
      // A sentence that only its title ties to the question, or about another drug, is about something else.
      .filter(({ speaks }) => speaks)
      .sort((a, b) => b.score - a.score || a.source - b.source || a.position - b.position)
  );
}

function sentencesOf(passage: RankedPassage, source: number, minWords = MIN_WORDS) {
  const { language, title } = passage.document;
  const titleTerms = new Set(analyzeText(title, language));
  return (
    splitProse(passage.text, language)
      // The question of a pair is no answer to a question.
      .filter(({ text }) => text.split(/\s+/u).length >= minWords && !text.endsWith('?'))
      .map((span) => ({
        text: span.text,
        source,
        position: passage.start + span.start,
        terms: new Set(analyzeText(span.text, language)),
        titleTerms,
        relevance: passage.scores.final,
      }))
  );
}

/** Whether a sentence has figures, or names drugs, that another has not. */
function bringsNews(sentence: Candidate, { text }: Candidate): boolean {
  const named = new Set(drugNamesIn(text));
  return (
    (sentence.text.match(/\d+/gu) ?? []).some((figure) => !text.includes(figure)) ||
    drugNamesIn(sentence.text).some((drug) => !named.has(drug))
  );
}

export function saysTheSame(a: Candidate, b: Candidate): boolean {
  const smaller = a.terms.size <= b.terms.size ? a.terms : b.terms;
  const larger = smaller === a.terms ? b.terms : a.terms;
  let shared = 0;
  for (const term of smaller) if (larger.has(term)) shared += 1;
  return smaller.size > 0 && shared / smaller.size >= REDUNDANT_FROM;
}

/** Source by source, the one with the strongest sentence first; within a source as its author wrote it. */
export function inReadingOrder(chosen: readonly Candidate[]): Candidate[] {
  const sources = [...new Set(chosen.map(({ source }) => source))];
  return sources.flatMap((source) =>
    chosen.filter((candidate) => candidate.source === source).sort((a, b) => a.position - b.position),
  );
}
