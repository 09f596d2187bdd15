import { allergenIn, deniesAllergies } from '../../../chart/safety/facts/allergy-words.ts';
import type { AllergyArgs } from '../../../domain/chart-writes.ts';
import { drugSpansIn } from '../../../language/drugs/drug-spans.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import { orderCues } from './order-text.ts';
import { drugClass, mayBeDrug, nameMatches, readMentions } from './read-mentions.ts';
import { foldForCues } from './request-cues.ts';

/** What was said of an allergy, in the asker's own words; `unread`: someone else who is named, to be asked about. */
type AllergyStatement = Pick<AllergyArgs, 'substance' | 'type'> &
  Partial<Pick<AllergyArgs, 'reaction' | 'criticality'>> & { unread?: string[] };

const CUES = 'language/request-cues';
const cues = once(() => ({
  ...readPatterns(CUES, ['allergic_reaction severe mild reaction_tie intolerance']),
  ...readPatterns(CUES, [
    'allergy_word allergy_record allergy_subject allergy_record_it exposed_to exposure_led_to immune_reaction reaction_over',
  ]),
  ...readPatterns(CUES, ['gravity_only allergy_command named_person other_substance allergy_place'], 'iu'),
  ...readPatterns(CUES, ['around_substance after_allergy'], 'giu'),
}));
const BETWEEN = /\s{0,3}[,;.)]{1,3}\s{0,3}|\s(?:and|plus|và|va|cùng)\s/u;
/** A tie between a substance and its reaction, or a break between two parts. */
const token = once(() => new RegExp(`(${cues().reaction_tie.source})|(${BETWEEN.source})`, 'gu'));

interface Entry {
  substance: string;
  /** What happened, and whatever else was said of it. */
  told: string[];
}

/** The allergy that a request wants on record, or null where it names no substance. */
export function readAllergy(text: string, names: readonly string[] = []): AllergyStatement | null {
  const { entries, strangers } = entriesOf(text, names);
  const [entry, ...more] = entries;
  if (entry === undefined) return null;
  const folded = foldForCues(text);
  const criticality = cues().severe.test(folded) ? 'high' : cues().mild.test(folded) ? 'low' : undefined;
  const unread = [...strangers, ...more.map(({ substance }) => substance)];
  return {
    substance: entry.substance,
    ...(entry.told.length === 0 ? {} : { reaction: entry.told.join(', ') }),
    ...(criticality === undefined ? {} : { criticality }),
    type: cues().intolerance.test(folded) ? 'intolerance' : 'allergy',
    ...(unread.length === 0 ? {} : { unread }),
  };
}

/** The same request once for each substance that it names; as it is, where it names one or none. */
export function splitAllergies(text: string): string[] {
  const { entries, strangers } = entriesOf(text);
  if (entries.length < 2) return [text];
  const word = cues().intolerance.test(foldForCues(text)) ? 'intolerance' : 'allergy';
  return entries.map(({ substance, told }) =>
    [`Add ${word}: ${substance}`, ...told, ...strangers].filter(Boolean).join(', '),
  );
}

/**
 * Whether words tell of an allergy as a fact: an allergy to something that is named, of someone or with its reaction; or a
 * reaction after something that was taken. The caller knows that they ask nothing and order nothing.
 */
export function statesAllergy(text: string, isChartOpen: boolean): boolean {
  const folded = foldForCues(text);
  if (orderCues().amount.test(folded)) return false;
  const records = cues().allergy_record.test(folded);
  // Words alone, of nobody whose chart is open, may be a search.
  if (!records && !isChartOpen) return false;
  if (deniesAllergies(text)) return records || folded.split(/\s+/u).length <= FEW_WORDS;
  const [entry] = entriesOf(text).entries;
  if (entry === undefined) return false;
  const substance = foldForCues(entry.substance);
  const reacts = cues().allergic_reaction.test(folded);
  if (cues().allergy_word.test(folded)) return records || reacts || cues().allergy_subject.test(folded);
  const at = folded.indexOf(substance);
  const isExposure =
    cues().exposed_to.test(folded.slice(0, at)) ||
    cues().exposure_led_to.test(folded.slice(at + substance.length));
  if (reacts && cues().allergy_record_it.test(folded)) return true;
  return isExposure && cues().immune_reaction.test(folded) && !cues().reaction_over.test(folded);
}

const FEW_WORDS = 4;

function entriesOf(text: string, names: readonly string[] = []): { entries: Entry[]; strangers: string[] } {
  const { patient } = readMentions(text);
  const said = text.normalize('NFC').replace(cues().allergy_command, ' ').replace(patient, ' ');
  const none = segmentsOf(said).find(({ words }) => deniesAllergies(words))?.words;
  if (none !== undefined)
    return {
      entries: [{ substance: none.trim().replace(cues().allergy_command, '').trim(), told: [] }],
      strangers: [],
    };
  const entries: Entry[] = [];
  const strangers: string[] = [];
  for (const { words, isTied } of segmentsOf(said)) {
    const person = cues().named_person.exec(words)?.[0] ?? '';
    if (person !== '' && !nameMatches(person.replace(/^(?:for|cho)\s/iu, ''), names)) strangers.push(person);
    const own = words.replace(person, ' ').trim();
    const last = entries.at(-1);
    const isReaction = cues().allergic_reaction.test(foldForCues(own));
    const found = isTied && last !== undefined ? '' : substanceIn(own);
    // "Latex hives" is a second one; "needed adrenaline" is not.
    const isNext = last === undefined || own.startsWith(found) || bareOf(own) === found;
    const substance = isNext ? found : '';
    // "Put that on his chart" says what to do.
    const isCommand = !isReaction && cues().allergy_command.test(own);
    if (substance !== '')
      entries.push({ substance: substance.toLowerCase(), told: toldAfter(own, substance) });
    else if (last !== undefined && !isCommand && !cues().gravity_only.test(own))
      last.told.push(...(bareOf(own) === '' ? [] : [reactionOf(own)]));
  }
  return { entries: entries.length > 0 ? entries : named(said), strangers };
}

/** What no list knows, where its place says that it is the substance: "allergic to …", "… allergy". */
function named(said: string): Entry[] {
  const [first, ...rest] = segmentsOf(said.replace(cues().allergy_place, ''));
  const bare = bareOf(first?.words ?? '');
  const isPlaced = cues().allergy_place.test(said);
  if (!/\p{L}{2}/u.test(bare) || !(isPlaced || mayBeDrug(bare))) return [];
  const told = rest.map(({ words }) => words.trim()).filter((words) => !cues().gravity_only.test(words));
  return [{ substance: bare.toLowerCase(), told: told.filter((words) => bareOf(words) !== '') }];
}

/** What follows a substance in one breath, "amoxicillin rash"; what stands before it, where that is the reaction. */
function toldAfter(words: string, substance: string): string[] {
  const at = words.toLowerCase().indexOf(substance.toLowerCase());
  const [before, after] = [words.slice(0, at).trim(), words.slice(at + substance.length).trim()];
  const isReaction = cues().allergic_reaction.test(foldForCues(before));
  return [isReaction ? before : '', bareOf(after) === '' ? '' : reactionOf(after)].filter(Boolean);
}

/** The drug, the class, the food or the material that words name, as they name it; empty where no list knows one. */
function substanceIn(words: string): string {
  const composed = words.normalize('NFC');
  const [span] = drugSpansIn(composed);
  const match = [...foldForCues(words).matchAll(drugClass())][0];
  const isClass = match !== undefined && (span === undefined || match.index <= span.start);
  const isMore = isClass && match.index + match[0].length >= (span?.end ?? 0);
  if (isMore) return composed.slice(match.index, match.index + match[0].length);
  if (span !== undefined) return composed.slice(span.start, span.end);
  const other = cues().other_substance.exec(composed)?.[0];
  // What follows the word for an allergy is what it is to.
  const after = composed.split(cues().after_allergy).at(-1) ?? '';
  return other ?? (allergenIn(bareOf(after)) || allergenIn(bareOf(composed)));
}

/** Without the words around a substance: those of people, lists and asking. */
function bareOf(words: string): string {
  const bare = words.replace(cues().around_substance, ' ').replace(/\s+/gu, ' ').trim();
  return /\p{L}{2}|\d/u.test(bare) ? bare : '';
}

function reactionOf(words: string): string {
  return words.replace(/^(?:(?:she|he|had|has|an?|the|gets|got|bị|có|and)\s+)+/iu, '').trim();
}

function segmentsOf(text: string): { words: string; isTied: boolean }[] {
  const segments: { words: string; isTied: boolean }[] = [];
  let start = 0;
  let isTied = false;
  for (const match of text.matchAll(token())) {
    segments.push({ words: text.slice(start, match.index), isTied });
    isTied = match[1] !== undefined;
    start = match.index + match[0].length;
  }
  segments.push({ words: text.slice(start), isTied });
  return segments;
}
