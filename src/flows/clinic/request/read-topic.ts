import type { Language } from '../../../domain/language.ts';
import { once, readCues, readPatterns } from '../../../language/read-lexicon.ts';
import { conditionsIn } from '../../memory/conditions-in.ts';
import { readDrugs } from './read-mentions.ts';
import { foldForCues, requestCues } from './request-cues.ts';

/** What a request puts before its topic; taken off as often as it is there. */
const lead = once(() => readPatterns('language/request-cues', ['topic_lead'], 'iu').topic_lead);
const LAST_WORD = /(?:^|\s)(?:please|giúp tôi|không|nhé|ạ)$/iu;

/** What a search is about, without the command around it. */
export function readTopic(text: string): string {
  let topic = text.trim();
  for (let shorter = cut(topic); shorter !== topic; shorter = cut(topic)) topic = shorter;
  return topic;
}

function cut(text: string): string {
  let end = text.length;
  while (end > 0 && ' ?.!'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(lead(), '').replace(LAST_WORD, '').trim();
}

interface TrialSearch {
  condition?: string;
  intervention?: string;
  location?: string;
  statuses?: string[];
}

const PLACE = /(?<!\p{L})(?:in|at|near|tại|ở)\s((?:\p{Lu}[\p{L}-]+\s?){1,3})/u;
/** A search for trials: the drug they try, what they try it in, and where. */
export function readTrialSearch(text: string): TrialSearch {
  const place = PLACE.exec(text);
  // "in CKD" is no place: an abbreviation is written in capitals alone.
  const location = place?.[1] && !/^\p{Lu}+$/u.test(place[1].trim()) ? place[1].trim() : undefined;
  const topic = readTopic(location === undefined ? text : text.replace(place?.[0] ?? '', ' '));
  const drugs = readDrugs(topic);
  const parts = topic
    .split(/\s(?:in|for|with|trong|cho|ở)\s/iu)
    .filter((part) => readDrugs(part).length === 0);
  const condition = (parts.length > 0 ? parts.join(' ') : drugs.length === 0 ? topic : '')
    .replace(/(?:đang|đã)?\s*(?:mở|tuyển|diễn ra)\s*(?:không)?$/iu, '')
    .trim();
  return {
    ...(condition === '' ? {} : { condition }),
    ...(drugs.length === 0 ? {} : { intervention: drugs.join(' ') }),
    ...(location === undefined ? {} : { location }),
    // Those that recruit are searched without being asked for.
    ...(requestCues().ongoing.test(foldForCues(text))
      ? { statuses: ['RECRUITING', 'ACTIVE_NOT_RECRUITING'] }
      : {}),
  };
}

const MAX_CONDITIONS = 2;

/** What a treatment is for, where a question names only the treatment; cues without marks and in lower case. */
const treatedConditions = once(() =>
  readCues('language/treated-conditions', ['en', 'vi']).map(({ keys: [en = '', vi = ''], cue }) => ({
    cue: new RegExp(cue, 'u'),
    condition: { en, vi },
  })),
);

/**
 * What a guideline would be looked up under: the conditions that a question names or whose treatment it names, else those
 * of the open chart. Empty where there are none.
 */
export function conditionTopic(question: string, conditions: readonly string[], language: Language): string {
  const folded = foldForCues(question);
  const treated = treatedConditions()
    .filter(({ cue }) => cue.test(folded))
    .map(({ condition }) => condition[language]);
  const named = [...new Set([...treated, ...conditionsIn(question, language)])];
  const isKnown = (name: string) => name === 'high blood pressure' && named.includes('hypertension');
  const asked = named.filter((name) => !isKnown(name));
  // Charts are kept in English where nobody says otherwise.
  const charted = asked.length > 0 ? [] : conditionsIn(conditions.join('. '), 'en');
  return [...asked, ...charted].slice(0, MAX_CONDITIONS + asked.length).join(' ');
}

const labelCues = once(() =>
  readPatterns('language/request-cues', ['pregnancy', 'boxed_warning', 'contraindications', 'interactions']),
);

/** What of a drug's safety a request asks for, or none: then all of it. */
export function labelTopics(request: string): { topics?: string[] } {
  const folded = foldForCues(request);
  const topics = Object.entries(labelCues()).flatMap(([topic, cue]) => (cue.test(folded) ? [topic] : []));
  return topics.length === 0 ? {} : { topics };
}
