import { isPlainlyNoDrug } from '../../../chart/safety/facts/allergy-words.ts';
import type { AllergyArgs } from '../../../domain/chart-writes.ts';
import { drugSpansIn } from '../../../language/drugs/drug-spans.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import { drugClass, nameMatches, readDrugs, readMentions } from './read-mentions.ts';
import { foldForCues } from './request-cues.ts';

/** What was said of an allergy, in the asker's own words. What was not understood is asked about, never proposed. */
type AllergyStatement = Pick<AllergyArgs, 'substance' | 'type'> &
  Partial<Pick<AllergyArgs, 'reaction' | 'criticality'>> & { unread?: string[] };

const CUES = 'language/request-cues';
const cues = once(() => ({
  ...readPatterns(CUES, ['allergic_reaction', 'severe', 'mild', 'reaction_tie']),
  ...readPatterns(CUES, ['gravity_only allergy_command named_person substance_kind other_substance'], 'iu'),
  ...readPatterns(CUES, ['around_substance'], 'giu'),
}));
const BETWEEN = /\s{0,3}[,;.)]{1,3}\s{0,3}|\s(?:and|plus|và|va|cùng)\s/u;
/** A tie between a substance and its reaction, or a break between two parts. */
const token = once(() => new RegExp(`(${cues().reaction_tie.source})|(${BETWEEN.source})`, 'gu'));

interface Entry {
  substance: string;
  reaction: string;
  gravity: string;
  unread: string[];
}

/** The allergy that a request wants on record, or null where it names no substance. */
export function readAllergy(text: string, names: readonly string[] = []): AllergyStatement | null {
  const [entry, ...more] = entriesOf(text, names);
  if (entry === undefined) return null;
  const folded = foldForCues(text);
  const criticality = cues().severe.test(folded) ? 'high' : cues().mild.test(folded) ? 'low' : undefined;
  const unread = [...entry.unread, ...more.map(({ substance }) => substance)];
  return {
    substance: entry.substance,
    ...(entry.reaction === '' ? {} : { reaction: entry.reaction }),
    ...(criticality === undefined ? {} : { criticality }),
    type: /intoleran|khong dung nap/u.test(folded) ? 'intolerance' : 'allergy',
    ...(unread.length === 0 ? {} : { unread }),
  };
}

/** The same request once for each substance that it names; as it is, where it names one or none. */
export function splitAllergies(text: string): string[] {
  const entries = entriesOf(text);
  if (entries.length < 2) return [text];
  const word = /intoleran|khong dung nap/u.test(foldForCues(text)) ? 'intolerance' : 'allergy';
  return entries.map(({ substance, reaction, gravity, unread }) =>
    [`Add ${word}: ${substance}`, reaction, gravity, ...unread].filter(Boolean).join(', '),
  );
}

function entriesOf(text: string, names: readonly string[] = []): Entry[] {
  const { patient } = readMentions(text);
  const said = text.normalize('NFC').replace(cues().allergy_command, ' ').replace(patient, ' ');
  const entries: Entry[] = [];
  const strangers: string[] = [];
  for (const { words, isTied } of segmentsOf(said)) {
    const person = cues().named_person.exec(words)?.[0] ?? '';
    const bare = words
      .replace(person, ' ')
      .replace(cues().around_substance, ' ')
      .replace(/\s+/gu, ' ')
      .trim();
    const last = entries.at(-1);
    if (person !== '' && !nameMatches(person.replace(/^(?:for|cho)\s/iu, ''), names)) strangers.push(person);
    if (bare === '' || !/\p{L}{2}/u.test(bare)) continue;
    const isReaction = cues().allergic_reaction.test(foldForCues(words));
    if (last === undefined) {
      if (!isReaction || isSubstance(bare)) entries.push(startEntry(bare));
    } else if (cues().gravity_only.test(words.trim())) last.gravity = words.trim();
    else if (isReaction || isTied)
      last.reaction = [last.reaction, reactionOf(words)].filter(Boolean).join(', ');
    else if (isSubstance(bare)) entries.push(startEntry(bare));
    else last.unread.push(bare);
  }
  entries[0]?.unread.push(...strangers);
  return entries;
}

/** A substance with its reaction in one breath, "amoxicillin rash"; what else stands beside a drug is not understood. */
function startEntry(bare: string): Entry {
  const named = nameIn(bare);
  const rest = bare.replace(named, ' ').replace(/\s+/gu, ' ').trim();
  const isReaction = rest !== '' && cues().allergic_reaction.test(foldForCues(rest));
  const isKind = cues().substance_kind.test(rest);
  return {
    substance: named.toLowerCase(),
    reaction: isReaction ? rest : '',
    gravity: '',
    unread: isReaction || isKind || rest === '' ? [] : [rest],
  };
}

/** The drug or the class that words name, as they name it; all of them, where they name none. */
function nameIn(bare: string): string {
  const composed = bare.normalize('NFC');
  const [span] = drugSpansIn(composed);
  const match = [...foldForCues(bare).matchAll(drugClass())][0];
  const isClass = match !== undefined && (span === undefined || match.index <= span.start);
  const isMore = isClass && match.index + match[0].length >= (span?.end ?? 0);
  if (isMore) return composed.slice(match.index, match.index + match[0].length);
  return span === undefined ? composed : composed.slice(span.start, span.end);
}

function reactionOf(words: string): string {
  return words.replace(/^(?:(?:she|he|had|has|an?|the|gets|got|bị|có|and)\s+)+/iu, '').trim();
}

/** A drug, a class, a food or a material that is known as one; a list may go on with it. */
export function isSubstance(bare: string): boolean {
  return readDrugs(bare).length > 0 || isPlainlyNoDrug(bare) || cues().other_substance.test(bare);
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
