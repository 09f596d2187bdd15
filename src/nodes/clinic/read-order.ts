import { isDrugName } from '../../domain/drug-names.ts';
import { foldForCues } from './fold-for-cues.ts';
import { readDrugs } from './read-mentions.ts';

export interface MedicationOrder {
  medication: string;
  dose?: string;
  route?: string;
  frequency?: string;
  duration?: string;
  note?: string;
}

/** On text without marks and in lower case. */
const DOSE =
  /\d[\d.,]*\s*(?:mg|g|mcg|µg|μg|ug|ml|iu|ui|units?|don vi|vien|tablets?|tabs?|puffs?|drops?|giot|goi|ong|mmol|meq)\b(?:\s*\/\s*(?:kg|ml|l))?/u;
const FREQUENCY =
  /\b(?:once|twice|(?:one|two|three|four|\d) times) (?:a|per|every|each)?\s*(?:day|daily|week|weekly|night)|\b(?:once|twice) (?:daily|weekly|nightly)|\b(?:three|four|\d) times daily|\bevery (?:\d{1,2}|other|six|eight|twelve|four)\s*(?:-\s*\d{1,2}\s*)?(?:hours?|days?|weeks?|day|h)\b|\b(?:od|bd|bid|tds|tid|qds|qid|qd|qhs|q\d{1,2}h|stat|nocte|at (?:night|bedtime)|daily|weekly|in the morning)\b|\bx\s*\d\s*lan\s*\/\s*ngay|\bngay\s*(?:uong |dung )?\d\s*lan|\b\d\s*lan\s*(?:\/|mot|moi)?\s*ngay|\bmoi\s*\d{1,2}\s*(?:gio|ngay|tuan)|\bmoi ngay\b|\bbuoi (?:sang|toi)\b/u;
const DURATION =
  /\b(?:for|trong|x)\s+\d{1,3}\s*(?:days?|weeks?|months?|ngay|tuan|thang)\b|,\s*\d{1,3}\s*(?:days?|weeks?|months?|ngay|tuan|thang)\b/u;
const AS_NEEDED = /\b(?:as needed|prn|when (?:required|needed)|khi (?:can|sot|dau))\b/u;
const ROUTES: readonly (readonly [string, RegExp])[] = [
  ['intravenous', /\b(?:iv|intravenous(?:ly)?|tiem tinh mach|truyen)\b/u],
  ['intramuscular', /\b(?:im|intramuscular(?:ly)?|tiem bap)\b/u],
  ['subcutaneous', /\b(?:sc|subcut|subcutaneous(?:ly)?|tiem duoi da)\b/u],
  ['inhaled', /\b(?:inhal\w*|puffs?|hit|xit)\b/u],
  ['topical', /\b(?:topical(?:ly)?|cream|ointment|boi)\b/u],
  ['oral', /\b(?:po|oral(?:ly)?|by mouth|tablets?|uong|vien)\b/u],
];

/** What a request orders, as far as its words say; nothing is filled in that they do not say. */
export function readOrder(text: string): MedicationOrder | null {
  const folded = foldForCues(text);
  const [drug] = readDrugs(text);
  if (drug === undefined) return null;
  // Folding keeps the length of composed text, so that positions hold in what was typed.
  const typed = text.normalize('NFC');
  const source = typed.length === folded.length ? typed : folded;
  const said = (pattern: RegExp) => {
    const match = pattern.exec(folded);
    return match ? source.slice(match.index, match.index + match[0].length) : undefined;
  };
  // Two drugs and two doses: which is to be ordered is the asker's to say.
  const isUnclear = readDrugs(text).length > 1 && [...folded.matchAll(new RegExp(DOSE, 'gu'))].length > 1;
  const dose = isUnclear ? undefined : said(DOSE);
  const medication =
    asTyped(source.slice(0, DOSE.exec(folded)?.index ?? 0)) ??
    (drug.includes(' ') ? drug : (firstDrugWord(text) ?? drug));
  const frequency = said(FREQUENCY);
  const duration = said(DURATION)?.replace(/^(?:for|trong|x|,)\s*/u, '');
  const route = ROUTES.find(([, words]) => words.test(folded))?.[0];
  return {
    medication,
    ...(dose === undefined ? {} : { dose }),
    ...(route === undefined ? {} : { route }),
    ...(frequency === undefined ? {} : { frequency }),
    ...(duration === undefined ? {} : { duration }),
    ...(AS_NEEDED.test(folded) ? { note: 'as needed' } : {}),
  };
}

/** Most words of a drug's name and form: "nifedipine modified release". */
const MAX_NAME_WORDS = 4;

/**
 * The drug as it was typed, with the form and the salt that stand between its name and its dose: a brand stays one, as it
 * may hold more than one substance. Null where it cannot be told from the words around it.
 */
function asTyped(beforeDose: string): string | null {
  const words = beforeDose.trim().toLowerCase().split(/\s+/u).slice(-MAX_NAME_WORDS);
  let at = words.findLastIndex((word) => isDrugName(word));
  while (at > 0 && (words[at - 1] === 'acid' || isDrugName(words[at - 1] ?? ''))) at -= 1;
  const name = at < 0 ? [] : words.slice(at);
  return name.length > 0 && !/[,;:.?!]/u.test(name.join(' ')) ? name.join(' ') : null;
}

/** The first word that is a drug, as it was typed. */
function firstDrugWord(text: string): string | undefined {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).find((word) => isDrugName(word));
}
