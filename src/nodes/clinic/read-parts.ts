import { beginsWithCancel, beginsWithRefusal, isCancelled, isNegated, isQuestion } from './declines-write.ts';
import { type RequestPart, splitRequest } from './split-request.ts';
import { toolFor } from './tool-cues.ts';
import { type ToolName, WRITE_TOOLS } from './triage-decision.ts';

export interface ReadPart extends RequestPart {
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
