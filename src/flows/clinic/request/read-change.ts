import type { ChangeArgs } from '../../../domain/chart-writes.ts';
import { drugSpansIn } from '../../../language/drugs/drug-spans.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import {
  createOrderText,
  type OrderText,
  orderCues,
  routeIn,
  splitDaily,
  takeOldRoute,
  takeReason,
  takeRoute,
  takeSchedule,
} from './order-text.ts';
import { drugClass } from './read-mentions.ts';
import { asSaid, besideEachOther, saysMore, takeFillers, takePerson, takeProducts } from './read-order.ts';
import { foldForCues } from './request-cues.ts';

/** What was said of an order that is on the chart already. What was not understood is asked about, never proposed. */
export type ChangeReading = Partial<Omit<ChangeArgs, 'patient_id'>> &
  Pick<ChangeArgs, 'action'> & { unread?: string[] };

const NAMES =
  'change_hold change_resume change_stop change_half change_double change_up change_down change_alter';
const cues = once(() => ({
  ...readPatterns('language/order-cues', [
    NAMES,
    'change_lead change_link change_from change_by change_percent change_because change_until change_order change_steps change_later change_number',
    'change_stop_after change_to_after change_when change_between hold_long',
  ] as const),
  marked: readPatterns('language/order-cues', ['change_stop_marked change_hold_marked change_resume_marked']),
}));

interface Verb {
  action: ChangeArgs['action'];
  /** How the dose changes by the verb alone: x0.5; or only which way. */
  by: '' | 'x0.5' | 'x2' | '+' | '-';
  length: number;
}

/** The verb that a text begins with, and what it does to an order. */
function verbAt(text: string): Verb | null {
  const all = cues();
  const folded = foldForCues(text);
  const typed = text.normalize('NFC').toLowerCase();
  const lead = all.change_lead.exec(folded)?.[0].length ?? 0;
  // "Cho" leads in to a verb, and is the beginning of one.
  const match = (cue: RegExp, source: string) =>
    [lead, 0].flatMap((from) => {
      const found = cue.exec(source.slice(from));
      return found?.index === 0 ? from + found[0].length : [];
    })[0] ?? 0;
  const verbs: [Verb['action'], Verb['by'], RegExp, RegExp?][] = [
    ['hold', '', all.change_hold, all.marked.change_hold_marked],
    ['resume', '', all.change_resume, all.marked.change_resume_marked],
    ['change', 'x0.5', all.change_half],
    ['change', 'x2', all.change_double],
    ['change', '+', all.change_up],
    ['change', '-', all.change_down],
    ['stop', '', all.change_stop, all.marked.change_stop_marked],
    ['change', '', all.change_alter],
  ];
  for (const [action, by, cue, marked] of verbs) {
    const length =
      match(cue, folded) || (marked && typed.length === folded.length ? match(marked, typed) : 0);
    if (length > 0) return { action, by, length };
  }
  return null;
}

/** A text with its verb first: "amlodipine: stop" is "stop amlodipine", "tonight hold it" is "hold it, tonight". */
function verbFirst(text: string): string {
  if (verbAt(text) !== null) return text;
  const { change_when, change_stop_after, change_to_after } = cues();
  const when = change_when.exec(foldForCues(text))?.[0] ?? '';
  const later = text.slice(when.length);
  if (when !== '' && verbAt(later) !== null) return `${later}, ${text.slice(0, when.length).trim()}`;
  const [drug] = drugSpansIn(text);
  if (drug === undefined || drug.start > 0) return text;
  const amount = /^\s*(?:(?:\d[\d.,]*(?=\s*[-=→⇒]))|)/u.exec(text.slice(drug.end))?.[0] ?? '';
  const measured = orderCues().amount.exec(foldForCues(text.slice(drug.end)));
  const end =
    measured !== null && /^\s*$/u.test(text.slice(drug.end, drug.end + measured.index))
      ? measured.index + measured[0].length
      : amount.length;
  const rest = text.slice(drug.end + end).replace(/^(?:[\s:,–—]|-(?![->]))+/u, '');
  const folded = foldForCues(rest);
  if (change_to_after.test(folded)) return `change ${text}`;
  const head = text.slice(0, drug.end + end);
  if (change_stop_after.test(folded)) return `stop ${head}${rest.replace(/^\p{L}+/u, '')}`;
  const verb = verbAt(rest);
  return verb === null ? text : `${rest.slice(0, verb.length)} ${head} ${rest.slice(verb.length)}`;
}

/** Whether words tell to change an order: a verb for it, and right after it a drug, a class, or its dose. */
export function isChange(text: string): boolean {
  const typed = verbFirst(text);
  const verb = verbAt(typed);
  if (verb === null) return false;
  const rest = typed.slice(verb.length);
  const folded = foldForCues(rest);
  const starts = [
    drugSpansIn(rest)[0]?.start,
    folded.search(drugClass()),
    cues().change_order.exec(folded)?.index,
  ];
  const at = Math.min(...starts.map((start) => (start === undefined || start < 0 ? Infinity : start)));
  if (!Number.isFinite(at)) return false;
  const between = createOrderText(rest.slice(0, at));
  takePerson(between, []);
  takeRoute(between, null);
  between.take(cues().change_link);
  between.take(cues().change_between);
  takeFillers(between);
  return between.left().length === 0;
}

/** Reads what is to become of an order; null where no verb says it. */
export function readChange(text: string, names: readonly string[] = []): ChangeReading | null {
  const typed = verbFirst(text);
  const verb = verbAt(typed);
  if (verb === null) return null;
  const order = createOrderText(typed);
  order.takeSpan(0, verb.length);
  takePerson(order, names);
  const chosen = order.take(/#[a-z0-9.-]{1,64}/u)?.text.slice(1);
  const { action } = verb;
  const from = drugSpansIn(order.typed)[0]?.start ?? order.rest().search(drugClass());
  const takeAfterDrug = (cue: RegExp) =>
    (cue.exec(order.rest())?.index ?? -1) > from ? order.take(cue) : null;
  const because =
    takeAfterDrug(cues().change_because) ?? (action === 'change' ? null : takeAfterDrug(cues().change_until));
  const [product, ...others] = takeProducts(order);
  for (const other of others)
    if (foldForCues(other.text) !== foldForCues(product?.text ?? '')) order.giveBack(other);
  const spoken = product ?? order.take(new RegExp(drugClass().source, 'u'));
  const by = action === 'change' ? takeScale(order, verb.by) : '';
  const { frequency, duration, note } = takeSchedule(order, action === 'change');
  if (action === 'change') order.take(cues().change_from);
  const taken = [orderCues().amount, orderCues().count].flatMap((cue) => order.take(cue) ?? []);
  // "To 10": the unit stays that of the chart.
  const dose = (taken[0] ?? (action === 'change' ? order.take(cues().change_number) : null))?.text;
  if (action === 'change') takeOldRoute(order, cues().change_link);
  const route = takeRoute(order, routeIn(foldForCues(product?.tail ?? '')));
  const cause = because === null ? takeReason(order) : because.text.replace(/^[\s,(–—-]+|[\s,).]+$/gu, '');
  order.take(cues().change_link);
  order.take(cues().change_order);
  const held = action === 'hold' ? (order.take(cues().hold_long)?.text ?? '') : '';
  const beside = order.left();
  takeFillers(order);
  // What happens later, or step by step, is not what would be written now.
  const isLater = action === 'stop' || cues().change_later.test(foldForCues(because?.text ?? ''));
  const left = [...besideEachOther(order, beside)].map(([whole, runs]) => ({
    whole,
    words: order.typed.slice(runs[0]?.start, runs.at(-1)?.end),
    said: runs.map((run) => asSaid(run, order.typed)),
  }));
  const mayAdd = ({ whole, said }: { whole: string; said: string[] }) =>
    saysMore(action === 'change' ? whole : whole.replace(VALUE, '$1'), said[0]) &&
    !(action === 'stop' && LATER.test(foldForCues(whole)));
  const asides = left.filter(mayAdd).map(({ words }) => words);
  // For how long something is held says why; of a stop it would say when, which is not the same.
  const reason = [cause, action === 'hold' ? duration : '', held, ...asides].filter(Boolean).join(', ');
  const isStepped = cues().change_steps.test(foldForCues(typed.slice(0, verb.length)));
  const unread = [
    ...left.filter((one) => !mayAdd(one)).flatMap(({ said }) => said),
    ...(action !== 'change' && isLater && duration !== '' ? [duration] : []),
    ...(by !== '' && frequency !== '' ? [frequency] : []),
    // "Wean X, 4 mg nocte for 2 weeks" is the first step; without a dose it is none.
    ...(isStepped && (dose === undefined || frequency === '') ? [typed.slice(0, verb.length).trim()] : []),
  ];
  const said =
    action === 'change'
      ? {
          by: by || (dose === undefined ? '' : verb.by.slice(0, 1).replace('x', '')),
          route,
          duration,
          ...splitDaily(by === '' ? (dose ?? '') : '', [frequency, note].filter(Boolean).join(', ')),
        }
      : { dose };
  const all = { medication: spoken?.text.toLowerCase(), ...said, reason, order_id: chosen };
  const told = Object.fromEntries(Object.entries(all).filter(([, value]) => value));
  return { action, ...told, ...(unread.length > 0 ? { unread } : {}) };
}

/** A measured value beside its name, "K 6.1", is no part of an order that ends. */
const VALUE = /(?<=^|\s)(\p{L}[\p{L}\d]{0,12})\s?[<>=]?\s?\d{1,4}(?:[.,]\d{1,2})?(?=$|\s)/gu;
/** From some time on: not what would be written now. */
const LATER =
  /\b(?:tomorrow|next|from|later|ngay mai|tuan sau|hom sau|mai|tu(?=$| (?:mai|ngay|hom|sang|chieu|toi|tuan)))\b/u;

/** How a dose changes where no new one is said: "by half", "by 5 mg", "by 25 %". */
function takeScale(order: OrderText, by: Verb['by']): string {
  const { change_half, change_double, change_percent, change_by } = cues();
  const sign = by === '-' ? '-' : '+';
  const percent = order.take(change_percent);
  if (percent !== null) {
    const share = Number(/[\d.]+/u.exec(percent.text)?.[0]) / 100;
    return `x${Math.round((1 + (sign === '-' ? -share : share)) * 1_000) / 1_000}`;
  }
  const step = order.take(change_by)?.text;
  if (step !== undefined) return `${sign}${step.replace(/^\D+/u, '').replace(',', '.')}`;
  if (order.take(change_half) !== null || by === 'x0.5') return 'x0.5';
  return order.take(change_double) !== null || by === 'x2' ? 'x2' : '';
}

/** "Switch X to Y 5 mg od": the order that ends and the one that begins; null where one drug alone is spoken of. */
export function splitSwitch(typed: string): { stop: string; start: string } | null {
  const text = verbFirst(typed);
  const verb = verbAt(text);
  const spans = verb === null ? [] : drugSpansIn(text).filter(({ start }) => start >= verb.length);
  const [first, second] = spans;
  if (verb === null || first === undefined || second === undefined || first.name === second.name) return null;
  const between = text.slice(first.end, second.start);
  // "Stop X, switch to Y": the second verb says that the other begins.
  const from = verb.action === 'change' ? between : (afterAlter(between) ?? '');
  const link = createOrderText(from).take(cues().change_link);
  if (link === null) return null;
  const kept = verb.action === 'change' ? between.slice(0, link.start) : '';
  return {
    stop: `stop ${text.slice(first.start, first.end)}${kept}`,
    start: `start ${text.slice(second.start)}`,
  };
}

/** What follows "switch" or its kin in a text; null where neither is there. */
function afterAlter(text: string): string | null {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => text.slice(index));
  const said = words
    .map((rest) => ({ rest, verb: verbAt(rest) }))
    .find(({ verb }) => verb?.action === 'change');
  return said?.verb ? said.rest.slice(said.verb.length) : null;
}

/** "(Stop X,) switch to Y 5 mg od": the order that begins, where the words name no other drug before it. */
export function switchTarget(text: string): string | null {
  const verb = verbAt(text);
  const [drug] = drugSpansIn(text);
  if (verb?.action !== 'change' || drug === undefined) return null;
  const link = createOrderText(text.slice(verb.length, drug.start)).take(cues().change_link);
  return link === null ? null : `start ${text.slice(verb.length + link.end)}`;
}

/** The same verb with another drug: "stop amlodipine and lisinopril". */
export function withVerbOf(before: string, text: string): string {
  const verb = verbAt(before);
  return verb === null ? text : `${before.slice(0, verb.length)} ${text}`;
}
