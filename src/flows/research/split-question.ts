import { CARE_STAGES, TOPIC_FROM, TOPIC_UNTIL } from '../../../texts/research.ts';
import { capitalised, type Language } from '../../domain/language.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';
import { MAX_SUB_QUERIES, type QuestionType } from './sub-query.ts';

const lexicon = once(() => readLexicon('language/split-cues', ['language', 'name', 'cue']));

/** The cues of a name in the order of the file. */
function cuesOf(name: string, language: Language, flags = 'giu'): RegExp[] {
  const own = lexicon().filter((row) => row.language === language && row.name === name);
  return own.map((row) => new RegExp(row.cue, flags));
}

function cue(name: string, language: Language, flags?: string): RegExp {
  const [first] = cuesOf(name, language, flags);
  if (!first) throw new Error(`split-cues.tsv has no cue for ${name} in ${language}`);
  return first;
}

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
    .replace(cue('change', language), ' ')
    .replace(/[?.,;:!]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

const MAX_SIDE = 200;

/** The things compared, each with what is asked of both: "first-line treatments for hypertension vs diabetes". */
function splitComparison(question: string, language: Language): string[] {
  const asked = question
    .trim()
    .replace(cue('aside', language), '')
    .replace(cue('comparison', language), '')
    .trim();
  for (const joint of cuesOf('versus', language)) {
    const sides = splitAt(asked, joint);
    if (sides) return share(sides.map(withoutArticle), language);
  }
  return [];
}

function splitAt(text: string, joint: RegExp): string[] | null {
  const all = text.split(joint);
  // A list of things: "A, B and C".
  const sides = all.length === 2 ? [...(all[0]?.split(/,\s+/u) ?? []), all[1] ?? ''] : all.slice(0, 2);
  const clean = sides.map((side) => side.replace(/[,;:]+$/u, '').trim());
  const isWhole = clean.length > 1 && clean.every((side) => side !== '' && side.length <= MAX_SIDE);
  return isWhole ? clean : null;
}

/** Gives every side the head ("treatments for …") or the tail ("… for type 2 diabetes") that only one of them says. */
function share(sides: readonly string[], language: Language): string[] {
  const cut = cue('shared', language, 'iu');
  const first = sides[0] ?? '';
  const last = sides.at(-1) ?? '';
  const head = headOf(first, cut);
  if (head !== null && !cut.test(last)) return sides.map((side, i) => (i === 0 ? side : `${head}${side}`));
  const at = cut.exec(last)?.index;
  if (at !== undefined && !cut.test(first))
    return sides.map((side, i) => (i === sides.length - 1 ? side : `${side}${last.slice(at)}`));
  return [...sides];
}

function headOf(side: string, cut: RegExp): string | null {
  const found = cut.exec(side);
  return found ? side.slice(0, found.index + found[0].length) : null;
}

function withoutArticle(side: string): string {
  return side.replace(/^(?:the|a|an|those of)\s+/iu, '').replace(/\s+(?:differ|compare)(?=\s|$)/iu, '');
}

const MIN_PART = 8;

/** The parts of a sequence in their order: those the question names, or those that care is made of. */
function splitSteps(question: string, language: Language): string[] {
  const asked = question.trim().replace(/[?.!\s]+$/u, '');
  const named = namedParts(asked, language);
  if (named.length > 1) return named;
  const topic = sequenceTopicOf(asked, language);
  return topic === '' ? [] : CARE_STAGES[language].map((stage) => stage.replace('{topic}', topic));
}

/** What a sequence is about: the question without the words that ask for one. */
export function sequenceTopicOf(question: string, language: Language): string {
  const bare = cuesOf('sequence', language).reduce(
    (rest, asking) => rest.replace(asking, ' '),
    question.trim().replace(/[?.!\s]+$/u, ''),
  );
  return bare
    .replace(/\s+/gu, ' ')
    .replace(/^(?:the|an?|of|for)\s+/iu, '')
    .trim();
}

function namedParts(asked: string, language: Language): string[] {
  const parts = asked
    .replace(cue('first', language), '')
    .split(cue('next', language))
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_PART);
  return parts.length > 1 ? parts : [];
}
