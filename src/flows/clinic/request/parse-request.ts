import { z } from 'zod';
import { asksCalculation } from '../../../chart/calculators/read-said.ts';
import { deniesAllergies } from '../../../chart/safety/facts/allergy-words.ts';
import { readDosage } from '../../../chart/safety/read-dosage.ts';
import { drugSpansIn } from '../../../language/drugs/drug-spans.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import { CHART_TOOLS, ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { createOrderText, orderCues, routeIn, takeRoute, takeSchedule } from './order-text.ts';
import { readAllergy, splitAllergies, statesAllergy } from './read-allergy.ts';
import { isChange, readChange, splitSwitch, switchTarget, withVerbOf } from './read-change.ts';
import { readDrugs, readMentions } from './read-mentions.ts';
import { parseOrder, takeFillers } from './read-order.ts';
import {
  beginsWithCancel,
  beginsWithRefusal,
  foldForCues,
  isCancelled,
  isNegated,
  isQuestion,
  requestCues,
  toolFor,
  YIELDS,
} from './request-cues.ts';
import { chartedOrder, writeOut } from './shortened-names.ts';

/** What may be a task of its own, with what it calls for. */
const RequestPart = z.object({
  text: z.string(),
  folded: z.string(),
  /** The tool that its words name, whether or not it is to be used. */
  named: ToolName.nullable(),
  /** What it calls for; never a write that it says not to make, or only asks about. */
  tool: ToolName.nullable(),
  /** It speaks of something that is not to be done, or is only asked about: what follows may be about that. */
  isDeclined: z.boolean(),
  isRefusal: z.boolean(),
  isCancel: z.boolean(),
  isWeighed: z.boolean(),
});
type RequestPart = z.infer<typeof RequestPart>;

const RequestedWrite = z.object({
  tool: ToolName,
  text: z.string(),
  /** What the words say of it, before any check; null where they name no drug or substance, and for a note. */
  args: z.record(z.string(), z.unknown()).nullable(),
  unread: z.array(z.string()),
  /** The word that stands where a drug should, and the drugs spelt nearly like it. */
  unknown: z.object({ word: z.string(), near: z.array(z.string()) }).nullable(),
});
export type RequestedWrite = z.infer<typeof RequestedWrite>;

const CUES = ['judgement', 'points_at_patient', 'small_talk', 'about_assistant', 'one_liner'] as const;

/** A request as it was understood: read once, and shared by every step that depends on its words. */
export const ParsedRequest = z.object({
  text: z.string(),
  folded: z.string(),
  /** Drugs by what is in them, and classes of drugs. */
  drugs: z.array(z.string()),
  /** A name or a record number as written, or the token that stands for it; empty where there is none. */
  patient: z.string(),
  parts: z.array(RequestPart),
  /** The text of a note, after a colon or "saying": to be written down, not to be done. */
  content: z.string(),
  /** One for each order, allergy and note, in order. */
  writes: z.array(RequestedWrite),
  cues: z.record(z.enum(CUES), z.boolean()),
});
export type ParsedRequest = z.infer<typeof ParsedRequest>;

/**
 * Reads a request. `names` are those of the patient whose chart is open: in an order they say nothing new; `charted` is what
 * they take.
 */
export function parseRequest(
  typed: string,
  names: readonly string[] = [],
  charted: readonly string[] = [],
): ParsedRequest {
  const { text, shortened } = writeOut(typed, charted);
  const folded = foldForCues(text).trim();
  const { parts, content } = readParts(text, names.length > 0);
  const writes = writeParts(parts, content);
  // What the one write leaves out may stand before it, unless something in the request is not to be done.
  const isWhole = writes.length === 1 && parts.every(({ isDeclined }) => !isDeclined);
  const read = writes
    .map((write) => readWrite(write, isWhole ? text : null, names))
    .map((write, _, all) => withShortened(onChart(write, charted, all), shortened));
  return {
    text,
    folded,
    // What is only to be written down names nobody, and no drug to be asked about.
    ...readMentions(content === '' ? text : text.slice(0, -content.length)),
    parts: parts.map((part) => partOn(part, read)),
    content,
    writes: read,
    // A cast, because each name has been given its answer.
    cues: Object.fromEntries(
      CUES.map((name) => [name, requestCues()[name].test(folded)]),
    ) as ParsedRequest['cues'],
  };
}

/** What turned out to change an order, or to begin one, calls for that. */
function partOn(part: RequestPart, writes: readonly RequestedWrite[]): RequestPart {
  const write = writes.find(({ text }) => text.includes(part.text));
  const isOther = part.tool !== null && MEDICATION.has(part.tool) && write && MEDICATION.has(write.tool);
  return isOther ? { ...part, named: write.tool, tool: write.tool } : part;
}

/** A shortened name is shown as it was typed beside what it was taken for. */
function withShortened(write: RequestedWrite, shortened: ReadonlyMap<string, string>): RequestedWrite {
  const { args, tool } = write;
  const said = [...shortened].find(([name]) => String(args?.medication).includes(name))?.[1];
  if (args === null || said === undefined || tool !== 'prescribe_medication') return write;
  return { ...write, args: { ...args, note: [`“${said}”`, args.note].filter(Boolean).join(', ') } };
}

/** "Tacrolimus 2 mg bd", where the chart has another dose of it: a change of that order, unless words say that it begins. */
function onChart(
  write: RequestedWrite,
  charted: readonly string[],
  all: readonly RequestedWrite[],
): RequestedWrite {
  const { tool, text, args } = write;
  // "Stop X, replace with Y 1 g tds": what is not on the chart begins.
  const takesPlace =
    args?.action === 'change' && args.by === undefined && all.some((one) => one.args?.action === 'stop');
  if (
    takesPlace &&
    args.frequency !== undefined &&
    charted.length > 0 &&
    chartedOrder(String(args.medication), charted) === null
  ) {
    const { action: _, reason, ...rest } = args;
    return { ...write, tool: 'prescribe_medication', args: { ...rest, ...(reason ? { note: reason } : {}) } };
  }
  const isBegun = tool !== 'prescribe_medication' || toolFor(foldForCues(text)) === tool || BEGINS.test(text);
  if (isBegun || args === null || args.dose === undefined) return write;
  const { medication, dose, frequency, route, duration, note, reason } = args;
  const order = chartedOrder(String(medication), charted);
  const isOnce = readDosage(String(frequency ?? '')).every_days === Number.POSITIVE_INFINITY;
  const isOther = route !== undefined && order !== null && routeIn(foldForCues(order)) !== route;
  if (order === null || isOnce || isOther || /as needed/u.test(String(note))) return write;
  const why = [reason, note].filter(Boolean).join(', ');
  const said = { medication, dose, frequency, route, duration, reason: why, unread: args.unread };
  const told = Object.entries(said).filter(([, value]) => value !== undefined && value !== '');
  return { ...write, tool: 'change_medication', args: { action: 'change', ...Object.fromEntries(told) } };
}

const BEGINS = /(?<!\p{L})(?:start|add|begin|thêm|them|bắt đầu|bat dau)(?!\p{L})/iu;

/** What is named in a query: the request's own reading, where the query is the request. */
export function mentionsIn(query: string, request: ParsedRequest): Pick<ParsedRequest, 'drugs' | 'patient'> {
  return query === request.text ? request : readMentions(query);
}

/** Whether a tool may be used on a request: one that changes a chart, only where the asker's own words ask for it. */
export function isAsked(tool: ToolName | null, { writes }: ParsedRequest): boolean {
  return tool === null || !WRITE_TOOLS.has(tool) || writes.some((write) => write.tool === tool);
}

/**
 * The write that a query is about. What a model says of it (`query`) only chooses among the asker's own words: nothing of it
 * is ever written to a chart.
 */
export function writeFor(tool: ToolName, query: string, { writes }: ParsedRequest): RequestedWrite | null {
  const wanted = new Set(wordsOf(query));
  const shared = ({ text }: RequestedWrite) => wordsOf(text).filter((word) => wanted.has(word)).length;
  const [best = null] = writes
    .filter((write) => write.tool === tool)
    .toSorted((a, b) => shared(b) - shared(a));
  return best;
}

/** Whether a request says of a write, and of nothing else, that it is not to be made. */
export function declinesWrite({ parts }: ParsedRequest): boolean {
  return parts.some(({ isRefusal }) => isRefusal) && parts.every(({ tool }) => tool === null);
}

/** The text of a note as the request gives it, or what the note is about. */
export function noteText({ content, text }: ParsedRequest): string {
  if (content !== '') return content;
  return (
    /(?:notes?|ghi chú|ghi chu)\s+(?:about|on|regarding|for|về|ve|cho)\s+(\S.*)$/iu.exec(text)?.[1] ?? ''
  );
}

export function toolsOf(request: ParsedRequest, has_image: boolean): ToolName[] {
  const { parts, folded, drugs, patient, cues } = request;
  const named = [...new Set(parts.flatMap(({ tool }) => tool ?? []))];
  // "A preventer while breastfeeding" names no drug, and points at none.
  const isOfDrug = drugs.length > 0 || requestCues().points_at_drug.test(folded);
  const tools = named.filter((tool) => tool !== 'check_drug_safety' || isOfDrug);
  // What a calculator is told may sound like another question: "…, pregnant", "…, ECG: QT 420".
  if (tools.includes('calculate'))
    return tools.filter(
      (tool) =>
        (tool !== 'analyze_medical_image' || has_image) && (tool !== 'check_drug_safety' || drugs.length > 0),
    );
  if (tools.length > 0) return tools;
  if (asksCalculation(request.text)) return ['calculate'];
  if (has_image) return ['analyze_medical_image'];
  // What a chart holds, of someone who is named: "potassium of Eleanor Ashgrove?"
  if (patient !== '' && requestCues().measured.test(folded)) return ['get_patient_chart'];
  // Two drugs beside each other, and nothing else asked of them: whether they go together.
  const isPair = drugs.length >= 2 && requestCues().beside.test(folded) && parts.length <= 2;
  return isPair && !cues.judgement ? ['check_drug_interactions'] : [];
}

const boundaries = once(() => readPatterns('language/request-cues', ['boundary'], 'gu').boundary);

/** Takes a request apart into what may be separate tasks, and keeps a note's own text out of them. */
function readParts(text: string, isChartOpen: boolean): Pick<ParsedRequest, 'parts' | 'content'> {
  const folded = foldForCues(text);
  // Folding keeps the length of composed text, so that positions hold in what was typed.
  const composed = text.normalize('NFC');
  const typed = composed.length === folded.length ? composed : folded;
  // Where a note's text begins: to be written down, not to be done.
  const content = requestCues().note_begins.exec(folded);
  const end = content ? content.index + content[0].length : folded.length;
  const spans: [number, number][] = [];
  let start = 0;
  // A note's own text begins where its sentence would end.
  const task = folded.slice(0, end);
  for (const boundary of task.matchAll(boundaries())) {
    spans.push([start, boundary.index]);
    start = boundary.index + boundary[0].length;
  }
  spans.push([start, end]);
  const parts = spans.flatMap(partAt);
  const [head] = parts;
  // An order that is written with commas between its parts.
  if (
    head &&
    parts.length > 1 &&
    parts.every(({ named, isDeclined }) => named === null && !isDeclined) &&
    isTerseOrder(task)
  )
    parts[0] = { ...head, named: 'prescribe_medication', tool: 'prescribe_medication' };
  // It is one statement, however many sentences tell it.
  const told = { text: typed.trim(), folded: folded.trim(), isDeclined: false, isRefusal: false };
  if (head && content === null && isAllergy(parts, task, isChartOpen))
    return { parts: [{ ...head, ...told, named: 'add_allergy', tool: 'add_allergy' }], content: '' };
  const last = parts.findLastIndex(
    ({ isCancel, folded: said, named, text: words }) =>
      isCancel || (named === null && asksOfBefore(said, words, folded)),
  );
  return {
    parts: parts.map((part, at) => (at < last ? takenBack(part) : part)),
    content: content ? typed.slice(end).trim() : '',
  };

  function partAt([from, to]: [number, number]): RequestPart[] {
    const mark = /^[^.!?]*(?:[.!](?!\s)[^.!?]*){0,20}\?/u.exec(task.slice(from));
    // "Give paracetamol 1 g stat and what is her potassium?": the mark is of the part that asks.
    const isAskedLater = spans.some(
      ([at, till]) =>
        at > from && at < from + (mark?.[0].length ?? 0) && asksFact(folded.slice(at, till).trim()),
    );
    const part = { text: typed.slice(from, to).trim(), folded: folded.slice(from, to).trim() };
    // "Restart ibuprofen. OK?": what follows asks about it.
    const next = spans.find(([at]) => at >= to);
    const isTagged = next !== undefined && requestCues().question_tag.test(folded.slice(...next).trim());
    const endsInMark = (mark !== null && !isAskedLater) || isTagged;
    return part.folded === '' ? [] : [readPart(part, { endsInMark, isChartOpen })];
  }
}

/** What words of an allergy may sound like, being one statement all the same. */
const LIKE_ALLERGY: ReadonlySet<ToolName | null> = new Set<ToolName | null>([
  ...([null, 'add_allergy', 'get_patient_chart', 'check_drug_safety', 'save_clinical_note'] as const),
]);

/** Whether a whole message tells of an allergy, and neither asks, orders nor takes back anything. */
function isAllergy(parts: readonly RequestPart[], task: string, isChartOpen: boolean): boolean {
  const isOther = ({ named, isRefusal, isWeighed, folded }: RequestPart) =>
    !LIKE_ALLERGY.has(named) || (isRefusal && !deniesAllergies(task)) || isWeighed || asksFact(folded);
  return !parts.some(isOther) && !isQuestion(task, task.includes('?')) && statesAllergy(task, isChartOpen);
}

/** "…, that right?": what was said before it is only asked about. */
function asksOfBefore(part: string, words: string, folded: string): boolean {
  const isMarked = folded.trimEnd().endsWith(`${part}?`) || part.endsWith('?');
  const isShort = part.split(/\s+/u).length <= 6;
  return isShort && isQuestion(words, isMarked) && readDrugs(words).length === 0 && !asksFact(part);
}

function asksFact(folded: string): boolean {
  return requestCues().asks_fact.test(folded);
}

function takenBack(part: RequestPart): RequestPart {
  const isWrite = part.tool !== null && WRITE_TOOLS.has(part.tool);
  return isWrite ? { ...part, tool: null, isDeclined: true, isRefusal: true } : part;
}

/** What comes before a note's name: what it is about may well be what was not done. */
const NOTE = /^.*?\b(?:notes?|ghi chu)\b/u;

function readPart(
  part: Pick<RequestPart, 'text' | 'folded'>,
  { endsInMark, isChartOpen }: { endsInMark: boolean; isChartOpen: boolean },
): RequestPart {
  const named = toolNamed(part, isChartOpen);
  const isWrite = named !== null && WRITE_TOOLS.has(named);
  const command = named === 'save_clinical_note' ? NOTE.exec(part.folded)?.[0].length : undefined;
  const text = part.text.slice(0, command ?? part.text.length);
  const isCancel = isCancelled(text);
  const isRefused = isCancel || isNegated(text);
  const isRefusal = (isWrite && isRefused) || beginsWithCancel(text) || beginsWithRefusal(text);
  const isWeighed = isWrite && !isRefused && isQuestion(text, endsInMark);
  const isDeclined = (isWrite || named === null) && (isRefused || isWeighed);
  const tool = isWrite && isDeclined ? null : named;
  return { ...part, named, tool, isDeclined, isRefusal, isCancel, isWeighed };
}

/** What is written in the chart's own right: a note or an allergy may well speak of a drug that was stopped. */
const OF_ITS_OWN: ReadonlySet<ToolName | null> = new Set(['add_allergy', 'save_clinical_note']);

function toolNamed(
  { text, folded }: Pick<RequestPart, 'text' | 'folded'>,
  isChartOpen: boolean,
): ToolName | null {
  const { measured, points_at_patient, judgement } = requestCues();
  const isOfChart = measured.test(folded) && points_at_patient.test(folded) && !judgement.test(folded);
  const named = toolFor(folded) ?? (asksFact(folded) && isOfChart ? 'get_patient_chart' : null);
  if (!OF_ITS_OWN.has(named) && isChange(text)) return 'change_medication';
  const isOpen = isChartOpen && !asksFact(folded) && !judgement.test(folded);
  const mayBeOrder = named === null || (isOpen && YIELDS.includes(named));
  return mayBeOrder && isTerseOrder(text, isOpen) ? 'prescribe_medication' : named;
}

/** "Paracetamol 1 g po qds": an order without a verb. Beside an open chart, not all of it has to be understood. */
function isTerseOrder(text: string, isOpen = false): boolean {
  const { order, asides, unread } = parseOrder(text);
  const { dose, frequency, route } = order ?? {};
  const isHow = frequency !== undefined || route !== undefined;
  if (!isOpen) return unread.length === 0 && asides.length === 0 && dose !== undefined && isHow;
  // "Apixaban 5 bd": a number without a unit is asked about.
  const isNumber = isHow && unread.some((words) => /\d/u.test(words));
  if (order === null || (dose === undefined && !isNumber)) return false;
  // "Discharged on apixaban 5 mg bd" tells; what stands right before a drug that is ordered is of the order.
  const lead = text.slice(
    0,
    Math.max(0, foldForCues(text).indexOf(foldForCues(order.medication).split(' ')[0] ?? '')),
  );
  const before = lead.split(/[:,;.]\s|\s[-–—]\s/u).at(-1) ?? '';
  return !asides.some((words) => before.includes(words)) && !orderCues().past.test(foldForCues(text));
}

const MEDICATION: ReadonlySet<ToolName> = new Set(['prescribe_medication', 'change_medication']);

/** `remarks`: what was said beside it. `isWeighed`: it was only asked about. */
type WritePart = Pick<RequestedWrite, 'tool' | 'text'> & { remarks?: string[]; isWeighed?: true };

function writeParts(parts: readonly RequestPart[], content: string): WritePart[] {
  let writes: WritePart[] = [];
  // What follows a lookup, or what is not to be done, says more about that.
  let isOpen = false;
  let condition = '';
  for (const { text, folded, tool, named, isDeclined, isCancel, isWeighed } of parts) {
    const before = isOpen ? (writes.at(-1) ?? null) : null;
    if (isCancel) writes = [];
    if (isWeighed && named !== null) writes.push({ tool: named, text, isWeighed });
    if (isDeclined || (tool !== null && !WRITE_TOOLS.has(tool))) {
      isOpen = false;
      condition = '';
    } else if (beginsWrite(before, tool, text)) {
      const target = before?.tool === 'change_medication' ? switchTarget(text) : null;
      const goesOn = tool === null && before?.tool === 'change_medication';
      const said = goesOn ? withVerbOf(before.text, text) : `${condition}${text}`;
      writes.push(
        target === null
          ? { tool: tool ?? before?.tool ?? 'prescribe_medication', text: said }
          : { tool: 'prescribe_medication', text: target },
      );
      isOpen = true;
      condition = '';
    } else if (asksFact(folded)) {
      isOpen = false;
    } else if (before && MEDICATION.has(before.tool) && isRemark(text)) {
      before.remarks = [...(before.remarks ?? []), text];
    } else if (before) {
      before.text = joined(before, text);
    } else if (requestCues().condition.test(folded)) {
      condition = `${text}, `;
    }
  }
  const note = writes.findLast(({ tool }) => tool === 'save_clinical_note');
  if (note && content !== '') note.text = `${note.text} ${content}`;
  // What is asked about beside an order is asked back for, not passed over.
  const isOrdered = writes.some((write) => !write.isWeighed);
  return isOrdered ? writes.flatMap(splitWrite) : [];
}

/** "…, HA 168/112", "…, recheck K 1/52": words beside an order that begin with none of its own, and name no drug or dose. */
function isRemark(text: string): boolean {
  const words = createOrderText(text);
  takeSchedule(words);
  takeRoute(words, null);
  takeFillers(words);
  const { amount, count, binds } = orderCues();
  const folded = foldForCues(text);
  const isOrder = [amount, count, binds].some((cue) => cue.test(folded)) || readDrugs(text).length > 0;
  return !isOrder && words.left()[0]?.start === 0 && /^\p{L}/u.test(text);
}

/** A write of several entries as one for each. */
function splitWrite(write: WritePart): WritePart[] {
  if (write.tool === 'add_allergy') return splitAllergies(write.text).map((text) => ({ ...write, text }));
  const both = write.tool === 'change_medication' ? splitSwitch(write.text) : null;
  if (both === null) return [write];
  return [
    { tool: write.tool, text: both.stop },
    { ...write, tool: 'prescribe_medication', text: both.start },
  ];
}

/** Reads a write from its own words, and where they name nothing from the `whole` request. */
function readWrite(
  { tool, text, remarks = [], isWeighed }: WritePart,
  whole: string | null,
  names: readonly string[],
): RequestedWrite {
  const asked = isWeighed ? { unread: [text] } : {};
  const beside = (said: unknown) => [said, ...remarks].filter(Boolean).join(', ');
  if (tool === 'prescribe_medication') {
    const { order, unread, unknown } = parseOrder(text, names);
    const read = order ?? (whole === null ? null : parseOrder(whole, names).order);
    const note = beside(read?.note);
    const open = { ...asked, ...namesAnother(note, read?.medication) };
    const args = read && { ...read, ...(note === '' ? {} : { note }), ...open };
    return { tool, text, args, unread, unknown, ...open };
  }
  if (tool === 'change_medication') {
    const read = readChange(text, names);
    const reason = beside(read?.reason);
    const open = { ...asked, ...namesAnother(reason, read?.medication) };
    const args = read && { ...read, ...(reason === '' ? {} : { reason }), ...open };
    return { tool, text, args, unread: read?.unread ?? [], unknown: null, ...open };
  }
  const read = (words: string | null) =>
    tool === 'add_allergy' && words !== null ? readAllergy(words, names) : null;
  return { tool, text, args: read(text) ?? read(whole), unread: [], unknown: null };
}

/** A further drug with an amount among what is left over may be an order of its own: that is asked about, never put into a note. */
function namesAnother(said: string, medication = ''): { unread?: string[] } {
  const own = new Set(readDrugs(medication));
  const isOrder =
    orderCues().amount.test(foldForCues(said)) && readDrugs(said).some((drug) => !own.has(drug));
  return isOrder ? { unread: [said] } : {};
}

/** Whether a part is a write of its own, and not more about the one before it. */
function beginsWrite(
  before: { tool: ToolName | null; text: string } | null,
  tool: ToolName | null,
  text: string,
): boolean {
  if (tool !== null && tool !== before?.tool) return WRITE_TOOLS.has(tool);
  if (before?.tool === 'add_allergy') return tool !== null;
  if (before?.tool === 'change_medication') return tool !== null || startsWithDrug(text);
  if (before?.tool !== 'prescribe_medication' || readDrugs(before.text).length === 0) return false;
  return (
    (tool === null ? startsWithDrug(text) : readDrugs(text).length > 0) && !isRestOfProduct(before.text, text)
  );
}

/** What follows a write and is none of its own says more about it. */
function joined(before: { tool: ToolName | null; text: string }, text: string): string {
  const isOneProduct =
    before.tool === 'prescribe_medication' && startsWithDrug(text) && isRestOfProduct(before.text, text);
  return isOneProduct ? `${before.text} and ${text}` : `${before.text}, ${text}`;
}

/** "Paracetamol and codeine 500/30 mg": the first has no strength of its own, the second has both. */
function isRestOfProduct(before: string, text: string): boolean {
  return !/\d/u.test(before) && orderCues().combined.test(text.toLowerCase());
}

/** Words that may stand before a drug in a list of orders. */
const FILLERS = /^(?:(?:also|then|plus|an?|some|thêm|cả)\s+){0,3}/iu;

function startsWithDrug(text: string): boolean {
  return drugSpansIn(text.replace(FILLERS, ''))[0]?.start === 0;
}

function wordsOf(text: string): string[] {
  return [...new Set(foldForCues(text).match(/[\p{L}\p{N}.]+/gu) ?? [])];
}

/** Why a request is one for the clinic by its words alone, or null: a patient, a write, or drugs to be checked. */
export function needsClinic(message: string): string | null {
  const { folded, drugs, patient: named, parts, writes, cues } = parseRequest(message);
  // What is written in capitals alone is an abbreviation: "kết quả của AHA/ASA 2019".
  const patient = /\p{Ll}|\d/u.test(named) ? named : '';
  const tools = parts.flatMap((part) => part.named ?? []);
  const isAboutPatient = patient !== '' || cues.points_at_patient;
  if (patient !== '' && tools.includes('search_patient')) return 'a patient to be found';
  if (isAboutPatient && tools.some((tool) => CHART_TOOLS.has(tool))) return "a patient's chart";
  if (tools.includes('check_drug_interactions') && drugs.length >= 2) return 'drugs to be checked';
  const isCalculation =
    tools.includes('calculate') && (isAboutPatient || asksCalculation(message, { isStrict: true }));
  if (isCalculation) return 'a calculation';
  // "Should I prescribe …?" asks about prescribing, and "US prescribing information" is a source: neither is an order.
  const isOrder = writes.length > 0 && !cues.judgement && !requestCues().asks_fact.test(folded);
  return isOrder && (drugs.length > 0 || !tools.includes('prescribe_medication'))
    ? 'a write to a chart'
    : null;
}
