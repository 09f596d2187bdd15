import { foldForCues } from './fold-for-cues.ts';
import { mayBeDrug } from './may-be-drug.ts';
import { nameMatches } from './name-matches.ts';
import { nearDrugs } from './near-drugs.ts';
import { AFTER_FOR, FILLER_PHRASES, FILLERS, LATE_FORM, NO_FILLERS } from './order-fillers.ts';
import { AMOUNT, COMBINED, CONCENTRATION, COUNT, PERCENT } from './order-patterns.ts';
import { routeIn, takeRoute } from './order-routes.ts';
import { createOrderText, type OrderText, type Taken, together } from './order-text.ts';
import { type Product, takeProducts } from './read-medication.ts';
import { readMentions } from './read-mentions.ts';
import { takeReason } from './read-reason.ts';
import { takeSchedule } from './read-schedule.ts';

export interface MedicationOrder {
  medication: string;
  dose?: string;
  route?: string;
  frequency?: string;
  duration?: string;
  reason?: string;
  note?: string;
  /** What was not understood of it: such an order is asked about, never proposed. */
  unread?: string[];
}

export interface OrderReading {
  /** Null where no drug is named that could be ordered. */
  order: MedicationOrder | null;
  unread: string[];
  /** The word that stands where a drug should, and the drugs spelt nearly like it. */
  unknown: { word: string; near: string[] } | null;
}

/** What a request orders, as far as its words say; nothing is filled in that they do not say. */
export function readOrder(text: string, names: readonly string[] = []): MedicationOrder | null {
  return parseOrder(text, names).order;
}

/** What goes before an order and is neither a condition nor a negation. */
const LEAD_IN =
  /\b(?:don't|do not|dont) (?:forget|hesitate) to\b|^\W*(?:if (?:that is |it is |all is )?(?:fine|ok|okay|safe|clear),?(?: then)?|neu (?:on|duoc|khong sao|an toan)(?: ca)?,?(?: thi)?)\b/u;

/** Reads an order word by word. `names` are those of the patient whose chart is open. */
export function parseOrder(text: string, names: readonly string[] = []): OrderReading {
  const order = createOrderText(text);
  order.take(LEAD_IN);
  takePerson(order, names);
  // A name in quotes is meant as it is written.
  const quoted = order.take(/["“][a-z][a-z0-9 /-]{2,60}["”]/u);
  const products = quoted === null ? takeProducts(order) : [];
  const schedule = takeSchedule(order);
  const doses = [order.take(PERCENT), order.take(AMOUNT), order.take(COUNT)].filter((part) => part !== null);
  const product = chosen(products, doses);
  for (const other of products) if (other !== product && !isSame(other, product)) order.giveBack(other);
  const forms = [order.take(LATE_FORM)?.text ?? ''].filter(Boolean);
  const route = takeRoute(
    order,
    routeIn(foldForCues([product?.tail, schedule.frequency, ...forms].join(' '))),
  );
  const reason = takeReason(order);
  const combined = doses.find(({ text: dose }) => isNoDose(foldForCues(dose), product));
  if (combined !== undefined) order.giveBack(combined);
  takeFillers(order);

  const unnamed = quoted === null && product === undefined ? unnamedDrug(order, doses) : null;
  const doubtful =
    product?.doubtful ?? (unnamed !== null && nearDrugs(unnamed.text).length > 0 ? unnamed.text : null);
  const name = quoted?.text.slice(1, -1) ?? product?.text ?? unnamed?.text;
  if (unnamed !== null && doubtful === null) order.takeSpan(unnamed.start, unnamed.end);
  const unread = order.left().map((run) => asSaid(run, order.typed));
  const [first] = unread;
  if (name === undefined || doubtful !== null) {
    const word = doubtful ?? first;
    return { order: null, unread, unknown: word === undefined ? null : { word, near: nearDrugs(word) } };
  }
  const dose = together(
    doses.filter((part) => part !== combined),
    order.typed,
  );
  const parts = {
    dose,
    route,
    frequency: schedule.frequency,
    duration: schedule.duration,
    reason,
    note: schedule.note,
  };
  const said = Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== null && value !== ''),
  );
  const medication = [name, ...forms].join(' ').toLowerCase();
  return { order: { medication, ...said, ...(unread.length > 0 ? { unread } : {}) }, unread, unknown: null };
}

/** Two strengths of one substance, or the strength of a liquid. */
function isNoDose(dose: string, product: Product | undefined): boolean {
  return CONCENTRATION.test(dose) || (product?.substances === 1 && COMBINED.test(dose));
}

/** The product that the dose follows; of several before any dose, the first. */
function chosen(products: readonly Product[], doses: readonly Taken[]): Product | undefined {
  const dose = Math.min(...doses.map(({ start }) => start));
  return products.findLast(({ start }) => start < dose && Number.isFinite(dose)) ?? products[0];
}

function isSame(a: Product, b: Product | undefined): boolean {
  return foldForCues(a.text) === foldForCues(b?.text ?? '');
}

/** Whoever is named was looked at before: only the open chart's own patient gets here. */
function takePerson(order: OrderText, names: readonly string[]): void {
  order.take(
    /\b(?:for |cho |of |cua )?(?:mrs?\.? |ms\.? |miss |ong |ba |cu |co |benh nhan )?\[(?:name|mrn|id|patient)_\d{1,6}[a-z]{0,3}\]/u,
  );
  const named = readMentions(order.typed).patient;
  const at = named === '' ? -1 : order.typed.toLowerCase().indexOf(named.toLowerCase());
  if (at >= 0) order.takeSpan(at, at + named.length);
  for (const run of order.left()) {
    for (const { 0: word, index } of run.text.matchAll(/[\p{L}\p{N}-]+/gu)) {
      const isTheirs = word.length >= 3 && names.length > 0 && nameMatches(word, names);
      if (isTheirs && !FILLERS.has(foldForCues(word)))
        order.takeSpan(run.start + index, run.start + index + word.length);
    }
  }
  order.take(
    /\b(?:for |of |cho |cua )?(?:mrs?\.? |ms\.? |miss |patient |ong |ba |cu |co |chu |bac |anh |chi |be |benh nhan |bn )?(?=\ue000)/u,
  );
}

function takeFillers(order: OrderText): void {
  for (let phrase = order.take(FILLER_PHRASES); phrase !== null; ) phrase = order.take(FILLER_PHRASES);
  for (const run of order.left()) {
    for (const { 0: word, index } of run.text.matchAll(/[\p{L}\p{N}]+/gu)) {
      const start = run.start + index;
      if (isFiller(word, order.typed.slice(0, start))) order.takeSpan(start, start + word.length);
    }
  }
}

function isFiller(word: string, before: string): boolean {
  const folded = foldForCues(word);
  if (!FILLERS.has(folded) || NO_FILLERS.has(word.toLowerCase())) return false;
  const isFor = /(?:^|[^\p{L}])(?:for|cho|của|cua)\s+$/iu.test(before);
  return !isFor || (AFTER_FOR.has(folded) && word === word.toLowerCase());
}

/** A drug that no list knows stands right before its dose. */
function unnamedDrug(order: OrderText, doses: readonly Taken[]): Taken | null {
  const dose = Math.min(...doses.map(({ start }) => start));
  const run = order
    .left()
    .find(({ end }) => Number.isFinite(dose) && /^[\s,:]*$/u.test(order.typed.slice(end, dose)));
  return run !== undefined && mayBeDrug(asSaid(run, order.typed)) ? run : null;
}

/** With the word that ties it to the order: "for Ashgrove". */
function asSaid({ start, text }: Taken, typed: string): string {
  const tie = /(?:^|[\s,])((?:for|cho|then|or|rồi|hoặc|x)\s+)$/iu.exec(typed.slice(0, start))?.[1] ?? '';
  return `${tie}${text}`;
}
