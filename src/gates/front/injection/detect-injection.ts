import { z } from 'zod';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { dropStrayMarks } from '../check-form.ts';
import { SENTENCE_END } from '../hear-alarms.ts';
import { isOrdinaryWord, VIETNAMESE_SYLLABLE } from '../pii/known-names.ts';
import { decodedWindows, type PlainForm, plainForm, undoSpelling } from './decode-hidden-text.ts';

const Attack = z.object({
  category: z.enum(['sql', 'xss', 'path', 'command', 'prompt']),
  kind: z.string(),
  /** Clear attacks are refused; a doubtful one passes with a mark. */
  strength: z.enum(['clear', 'doubtful']),
});
const Needs = z.array(z.string());
type InjectionCategory = z.infer<typeof Attack>['category'];
type InjectionStrength = z.infer<typeof Attack>['strength'];

/** What in a text looks like an attack, and where: `start` and `end` are offsets in the text as given. */
export interface InjectionFinding {
  category: InjectionCategory;
  /** Within the category: what it tries to do. */
  kind: string;
  strength: InjectionStrength;
  start: number;
  end: number;
}

/** What was hidden may hide something again, once. */
const MAX_DEPTH = 2;
const SQL_COMMENT = /\/\*[^*]{0,100}\*\//gu;

/** Everything in a text that looks like an attack, clear ones first: read as it is, and as it decodes. */
export function detectInjection(text: string): InjectionFinding[] {
  return clearFirst(findAll(text, 0));
}

function clearFirst(findings: InjectionFinding[]): InjectionFinding[] {
  return findings.sort((a, b) => Number(a.strength === 'doubtful') - Number(b.strength === 'doubtful'));
}

function findAll(text: string, depth: number): InjectionFinding[] {
  const plain = plainForm(text);
  const findings = matchPayloads(plain).map((finding) => ({
    ...finding,
    start: plain.offsets[finding.start] ?? 0,
    end: plain.offsets[finding.end] ?? text.length,
  }));
  // One clear attack is enough: what else is hidden changes nothing.
  if (depth === MAX_DEPTH || findings.some(({ strength }) => strength === 'clear')) return findings;
  for (const { text: decoded, start, end } of decodedWindows(text, depth > 0)) {
    findings.push(...findAll(decoded, depth + 1).map((finding) => ({ ...finding, start, end })));
  }
  return findings;
}

interface Payload {
  category: InjectionCategory;
  kind: string;
  strength: InjectionStrength;
  /** The pattern is tried only where one of these occurs: a cheap test before an expensive one. */
  needs: readonly string[];
  /** Over the plain form, lower case, escapes undone, SQL comments as spaces. Repeats are bounded: linear on any text. */
  pattern: RegExp;
}

/** Grammar of SQL, of tags and handlers, of paths, of commands: rows that need the same are one pattern. */
const payloads = once((): Payload[] => {
  const rows = readLexicon('gates/injection-payloads', ['category', 'kind', 'strength', 'needs', 'pattern']);
  const groups = new Map<string, typeof rows>();
  for (const row of rows) {
    // A pattern that refers back to a group of its own stays by itself.
    const own = /\\\d/u.test(row.pattern) ? row.pattern : '';
    const key = [row.category, row.kind, row.strength, row.needs, own].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const pattern = new RegExp(group.map((row) => row.pattern).join('|'), 'u');
    return [{ ...Attack.parse(first), needs: Needs.parse(JSON.parse(first.needs)), pattern }];
  });
});

function matchPayloads({ text }: PlainForm): InjectionFinding[] {
  const bare = text.includes('/*')
    ? text.replace(SQL_COMMENT, (comment) => ' '.repeat(comment.length))
    : text;
  const findings: InjectionFinding[] = [];
  for (const { needs, pattern, category, kind, strength } of payloads()) {
    if (!needs.some((literal) => bare.includes(literal))) continue;
    const match = pattern.exec(bare);
    if (match)
      findings.push({ category, kind, strength, start: match.index, end: match.index + match[0].length });
  }
  return findings;
}

/** Log-odds of an attack from which the model's word refuses a message, or marks it; chosen on development rows. */
const ATTACK_FROM = 3.8;
const SUSPECT_FROM = 0.5;
/** Below it the model surely hears no attack: words of one are quoted, and mark the message only. */
const QUOTED_BELOW = -2;

/**
 * What in an asker's message looks like an attack, clear ones first: by its structure, or by what the model hears in it. Whoever
 * tells of an emergency is not turned away on the model's word.
 */
export function judgeMessage(
  message: string,
  { attack = null, marksOnly = false }: { attack?: number | null; marksOnly?: boolean } = {},
): InjectionFinding[] {
  const findings = detectInjection(message);
  if (attack === null) return findings;
  if (attack < QUOTED_BELOW)
    return clearFirst(
      findings.map((one) => (one.category === 'prompt' ? { ...one, strength: 'doubtful' } : one)),
    );
  if (attack < SUSPECT_FROM) return findings;
  const strength = attack >= ATTACK_FROM && !marksOnly ? ('clear' as const) : ('doubtful' as const);
  const heard = { category: 'prompt' as const, kind: 'heard', strength, start: 0, end: message.length };
  return strength === 'clear' ? [heard, ...findings] : [...findings, heard];
}

/** Characters: half of the longest message. */
const MAX_HIDDEN = 5_000;

/** What a message hides and does not show as well, for the model to read too. */
export function hiddenTexts(message: string): string[] {
  const shown = plainForm(message).text;
  const windows = decodedWindows(message, false).filter(({ encoding }) => encoding !== 'spelt');
  let room = MAX_HIDDEN;
  return [undoSpelling(shown, isSpeltWord) ?? '', ...windows.map(({ text }) => text)].flatMap((text) => {
    const unseen = text.split(SENTENCE_END).filter((sentence) => !shown.includes(plainForm(sentence).text));
    const read = unseen.join(' ').slice(0, room);
    room -= read.length;
    return read === '' ? [] : [read];
  });
}

/** "500mg" hides no word, though its digits could be letters; nor does "3am", a syllable. */
function isSpeltWord(letters: string): boolean {
  return letters.length > 3 && (isOrdinaryWord(letters) || VIETNAMESE_SYLLABLE.test(letters));
}

export interface ScreenedText {
  /** What may be shown to a model, as data: the text without the marks that nobody sees. */
  text: string;
  /** What in it speaks to a model. Any at all quarantines the text: kept, marked, never obeyed. Offsets are in the text as given. */
  findings: InjectionFinding[];
}

/** Looks through a document or a tool's result for words meant for a model. Code in it harms nobody: it is never run. */
export function screenUntrusted(text: string): ScreenedText {
  const findings = detectInjection(text).filter(
    ({ category, strength }) => category === 'prompt' && strength === 'clear',
  );
  return { text: dropStrayMarks(text), findings };
}

/** Those spans of a text that hold nothing meant for a model. */
export function withoutOrders<Span extends { start: number; end: number }>(
  text: string,
  spans: Span[],
): Span[] {
  const { findings } = screenUntrusted(text);
  if (findings.length === 0) return spans;
  return spans.filter(({ start, end }) => !findings.some((found) => found.start < end && start < found.end));
}
