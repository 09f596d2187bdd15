import { foldForCues } from './fold-for-cues.ts';

/** A note, and a sign that what follows is its text: to be written down, not to be done. */
const CONTENT =
  /\b(?:save|add|write|file|document|leave|record|draft|luu|them|viet|ghi|de lai)\b[^:]{0,60}?\b(?:notes?|ghi chu|(?:in|into|to) the (?:chart|record)|(?<=\bghi )vao (?:benh an|ho so))\b(?:[^:]{0,20}?(?::| saying\b| to say\b)|[^:]{0,12}? (?:that|la|rang)\b)/u;

const BOUNDARY =
  /[,;]\s+(?:and then |and |then |also |roi |va |sau do |dong thoi )?|[.!?]\s+|\s(?:and then|and also|and|then|plus|roi|sau do|dong thoi|va ca|va)\s(?:also |then |if fine,? )?/gu;

export interface RequestPart {
  /** As it was typed. */
  text: string;
  /** Without marks and in lower case. */
  folded: string;
  /** Whether the sentence that it is in ends in a question mark. */
  isAsked: boolean;
}

export interface SplitRequest {
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
