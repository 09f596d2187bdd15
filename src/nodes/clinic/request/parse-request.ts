import { drugSpansIn } from '../../../domain/drug-spans.ts';
import { type ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { COMBINED } from './order-words.ts';
import { splitAllergies } from './read-allergy.ts';
import { readDrugs } from './read-mentions.ts';
import {
  beginsWithCancel,
  beginsWithRefusal,
  foldForCues,
  isCancelled,
  isNegated,
  isQuestion,
  toolFor,
} from './request-cues.ts';

interface ReadPart extends RequestPart {
  /** What the part calls for; never a write that it says not to make, or only asks about. */
  tool: ToolName | null;
  /** It speaks of something that is not to be done, or is only asked about: what follows may be about that. */
  isDeclined: boolean;
  /** It says of a write not to make it. */
  isRefusal: boolean;
  /** It takes back the writes before it. */
  isCancel: boolean;
  /** It asks whether a write should be made. */
  isWeighed: boolean;
}

/** The parts of a request with what each calls for. */
export function readParts(request: string): { parts: ReadPart[]; content: string } {
  const { parts, content } = splitRequest(request);
  const read = parts.map(readPart);
  const last = read.findLastIndex(({ isCancel }) => isCancel);
  return { parts: read.map((part, at) => (at < last ? takenBack(part) : part)), content };
}

function takenBack(part: ReadPart): ReadPart {
  const isWrite = part.tool !== null && WRITE_TOOLS.has(part.tool);
  return isWrite ? { ...part, tool: null, isDeclined: true, isRefusal: true } : part;
}

/** What comes before a note's name: what it is about may well be what was not done. */
const NOTE = /^.*?\b(?:notes?|ghi chu)\b/u;

function readPart(part: RequestPart): ReadPart {
  const tool = toolFor(part.folded);
  const isWrite = tool !== null && WRITE_TOOLS.has(tool);
  const command =
    tool === 'save_clinical_note'
      ? (NOTE.exec(part.folded)?.[0].length ?? part.text.length)
      : part.text.length;
  const text = part.text.slice(0, command);
  const isCancel = isCancelled(text);
  const isRefused = isCancel || isNegated(text);
  const isRefusal = (isWrite && isRefused) || beginsWithCancel(text) || beginsWithRefusal(text);
  const isWeighed = isWrite && !isRefused && isQuestion(text, part.isAsked);
  const isDeclined = (isWrite || tool === null) && (isRefused || isWeighed);
  const called = isWrite && isDeclined ? null : tool;
  return { ...part, tool: called, isDeclined, isRefusal, isCancel, isWeighed };
}

/** A note, and a sign that what follows is its text: to be written down, not to be done. */
const CONTENT =
  /\b(?:save|add|write|file|document|leave|record|draft|luu|them|viet|ghi|de lai)\b[^:]{0,60}?\b(?:notes?|ghi chu|(?:in|into|to) the (?:chart|record)|(?<=\bghi )vao (?:benh an|ho so))\b(?:[^:]{0,20}?(?::| saying\b| to say\b)|[^:]{0,12}? (?:that|la|rang)\b)/u;

const BOUNDARY =
  /[,;]\s+(?:and then |and |then |also |roi |va |sau do |dong thoi )?|[.!?]\s+|\s(?:and then|and also|and|then|plus|roi|sau do|dong thoi|va ca|va)\s(?:also |then |if fine,? )?/gu;

interface RequestPart {
  /** As it was typed. */
  text: string;
  /** Without marks and in lower case. */
  folded: string;
  /** Whether the sentence that it is in ends in a question mark. */
  isAsked: boolean;
}

interface SplitRequest {
  parts: RequestPart[];
  /** What is to be written down, as it was typed; empty where nothing is. */
  content: string;
}

/** Takes a request apart into what may be separate tasks, and keeps a note's own text out of them. */
export function splitRequest(text: string): SplitRequest {
  const folded = foldForCues(text);
  // Folding keeps the length of composed text, so that positions hold in what was typed.
  const composed = text.normalize('NFC');
  const typed = composed.length === folded.length ? composed : folded;
  const content = CONTENT.exec(folded);
  const end = content ? content.index + content[0].length : folded.length;
  const parts: RequestPart[] = [];
  let start = 0;
  // A note's own text begins where its sentence would end.
  const task = folded.slice(0, end);
  for (const boundary of task.matchAll(BOUNDARY)) {
    add(start, boundary.index);
    start = boundary.index + boundary[0].length;
  }
  add(start, end);
  return { parts, content: content ? typed.slice(end).trim() : '' };

  function add(from: number, to: number): void {
    const isAsked = /^[^.!?]*(?:[.!](?!\s)[^.!?]*){0,20}\?/u.test(task.slice(from));
    const part = { text: typed.slice(from, to).trim(), folded: folded.slice(from, to).trim(), isAsked };
    if (part.folded !== '') parts.push(part);
  }
}

/** A write that a request asks for, in the asker's own words. */
interface WritePart {
  tool: ToolName;
  text: string;
}

/** A condition on which a write hangs belongs to it; that a check found nothing is no more than courtesy. */
const CONDITION =
  /^(?:if|when|once|unless|until|after|neu|khi|sau khi)\b(?!.{0,12}\b(?:fine|ok|okay|safe|clear|none|on|duoc|khong sao)\b)/u;

/** The writes that a request asks for, in order: one for each order, allergy and note. */
export function writeParts(request: string): WritePart[] {
  const { parts, content } = readParts(request);
  let writes: WritePart[] = [];
  // What follows a lookup, or what is not to be done, says more about that.
  let isOpen = false;
  let condition = '';
  for (const { text, folded, tool, isDeclined, isCancel } of parts) {
    const before = isOpen ? (writes.at(-1) ?? null) : null;
    if (isCancel) writes = [];
    if (isDeclined || (tool !== null && !WRITE_TOOLS.has(tool))) {
      isOpen = false;
      condition = '';
    } else if (beginsWrite(before, tool, text)) {
      writes.push({ tool: tool ?? before?.tool ?? 'prescribe_medication', text: `${condition}${text}` });
      isOpen = true;
      condition = '';
    } else if (before) {
      before.text = joined(before, text);
    } else if (CONDITION.test(folded)) {
      condition = `${text}, `;
    }
  }
  const note = writes.findLast(({ tool }) => tool === 'save_clinical_note');
  if (note && content !== '') note.text = `${note.text} ${content}`;
  return writes.flatMap((write) =>
    write.tool === 'add_allergy'
      ? splitAllergies(write.text).map((text) => ({ tool: write.tool, text }))
      : [write],
  );
}

/** Whether a part is a write of its own, and not more about the one before it. */
export function beginsWrite(
  before: { tool: ToolName | null; text: string } | null,
  tool: ToolName | null,
  text: string,
): boolean {
  if (tool !== null && tool !== before?.tool) return WRITE_TOOLS.has(tool);
  if (before?.tool === 'add_allergy') return tool !== null;
  if (before?.tool !== 'prescribe_medication' || readDrugs(before.text).length === 0) return false;
  if (tool !== null) return readDrugs(text).length > 0;
  return startsWithDrug(text) && !isRestOfProduct(before.text, text);
}

/** What follows a write and is none of its own says more about it. */
export function joined(before: { tool: ToolName | null; text: string }, text: string): string {
  const isOneProduct =
    before.tool === 'prescribe_medication' && startsWithDrug(text) && isRestOfProduct(before.text, text);
  return isOneProduct ? `${before.text} and ${text}` : `${before.text}, ${text}`;
}

/** "Paracetamol and codeine 500/30 mg": the first has no strength of its own, the second has both. */
function isRestOfProduct(before: string, text: string): boolean {
  return !/\d/u.test(before) && COMBINED.test(text.toLowerCase());
}

/** Words that may stand before a drug in a list of orders. */
const FILLERS = /^(?:(?:also|then|plus|an?|some|thêm|cả)\s+){0,3}/iu;

function startsWithDrug(text: string): boolean {
  return drugSpansIn(text.replace(FILLERS, ''))[0]?.start === 0;
}

/** Whether a tool may be used on a request: one that changes a chart, only where the asker's own words ask for it. */
export function isAsked(tool: ToolName | null, request: string): boolean {
  if (tool === null || !WRITE_TOOLS.has(tool)) return true;
  return writeParts(request).some((part) => part.tool === tool);
}

/**
 * What of the asker's own words may be about a write, the nearest first. What a model says of it (`query`) only chooses
 * among them: nothing of it is ever written to a chart.
 */
export function askedWords(tool: ToolName, query: string, request: string): string[] {
  const writes = writeParts(request);
  const parts = writes.filter((part) => part.tool === tool);
  const wanted = new Set(wordsOf(query));
  const shared = ({ text }: WritePart) => wordsOf(text).filter((word) => wanted.has(word)).length;
  const [best] = parts.toSorted((a, b) => shared(b) - shared(a));
  if (best === undefined) return [];
  // What the one write leaves out may stand before it, unless something in the request is not to be done.
  const isWhole = writes.length === 1 && readParts(request).parts.every(({ isDeclined }) => !isDeclined);
  return isWhole && WRITE_TOOLS.has(tool) ? [best.text, request] : [best.text];
}

function wordsOf(text: string): string[] {
  return [...new Set(foldForCues(text).match(/[\p{L}\p{N}.]+/gu) ?? [])];
}
