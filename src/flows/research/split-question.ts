import { TOPIC_FROM, TOPIC_UNTIL } from '../../../texts/research.ts';
import type { Language } from '../../domain/language.ts';
import { splitComparison } from './split-comparison.ts';
import { splitSteps } from './split-steps.ts';
import type { QuestionType } from './sub-query.ts';
import { MAX_SUB_QUERIES } from './sub-query.ts';

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/gu;

/** How far back what changed "recently" is looked for. */
const RECENT_YEARS = 5;

/** Who writes more than this asks for no comparison in two words. */
const MAX_READ = 1_000;

/** The parts of a question, by its own words; the question itself where it cannot be told apart. */
export function splitQuestion(asked: {
  question: string;
  language: Language;
  type: QuestionType;
  year: number;
}): string[] {
  const parts = partsOf({ ...asked, question: asked.question.slice(0, MAX_READ) }).map(capitalised);
  const distinct = [...new Set(parts)];
  return distinct.length < 2 ? [asked.question.trim()] : distinct.slice(0, MAX_SUB_QUERIES);
}

function partsOf(asked: Parameters<typeof splitQuestion>[0]): string[] {
  if (asked.type === 'COMPARATIVE') return splitComparison(asked.question, asked.language);
  if (asked.type === 'MULTI_STEP') return splitSteps(asked.question, asked.language);
  return asked.type === 'TEMPORAL' ? splitTimes(asked) : [];
}

export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Words that ask what changed, or when, and say nothing of what it is about. */
const ASKING: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:what|which|how|when|has|have|did|was|were|is|are|the|been|changed?|changes|revised|updated?|differ(?:ent|s)?|compare|recently?|lately|latest|newest|since|from|to|until|between|before|after|and|or|in|of|over time|over the (?:last|past) \w+ years?|history|evolution|evolved|trends?|now|today|still|out of date|anything|new|about|said?|say)\b/giu,
  vi: /(?<!\p{L})(?:thay đổi|đã|có|gì|như thế nào|thế nào|ra sao|khác|trước đây|trước kia|ngày xưa|hiện nay|hiện tại|bây giờ|ngày nay|gần đây|mới nhất|cập nhật|bổ sung|sửa đổi|so với|từ|đến|năm|nay|trong|qua|các|những|bản|và|chưa|không|được|của|là|bao nhiêu|trước|sau)(?!\p{L})/giu,
};

const SUBJECT_OF: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:in|of|on|for|about|regarding)\s+([^?]+?)(?=\s+(?:from|since|between|over|changed?|been|after|before|say|said)\b|[?]|$)/iu,
  vi: /^()/u,
};

/** The question's subject at the earlier and at the later time: "diabetes guidelines 2020", "… 2023". */
function splitTimes(asked: { question: string; language: Language; year: number }): string[] {
  const { question, language, year } = asked;
  const topic = topicOf(question, language);
  if (topic === '') return [];
  const years = [...new Set(question.match(YEAR) ?? [])].map(Number).sort((a, b) => a - b);
  const [first, last] = [years[0], years.at(-1)];
  if (first !== undefined && last !== undefined && first !== last)
    return [`${topic} ${first}`, `${topic} ${last}`];
  const turn = first ?? year - RECENT_YEARS;
  const fill = (text: string, at: number) => text.replace('{topic}', topic).replace('{year}', String(at));
  return [fill(TOPIC_UNTIL[language], turn - 1), fill(TOPIC_FROM[language], turn)];
}

function topicOf(question: string, language: Language): string {
  const bare = question.replace(YEAR, ' ').replace(/\b(?:19|20)\d0s\b/gu, ' ');
  const named = SUBJECT_OF[language].exec(bare)?.[1];
  const asked = named === undefined || named === '' ? bare : named;
  return asked
    .replace(ASKING[language], ' ')
    .replace(/[?.,;:!]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
