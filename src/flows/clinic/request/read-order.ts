import { readNumber } from '../../../chart/safety/read-dosage.ts';
import type { PrescribeArgs } from '../../../domain/chart-writes.ts';
import { brandNames, drugNamesIn, isDrugName } from '../../../language/drugs/drug-names.ts';
import { type DrugSpan, drugSpansIn } from '../../../language/drugs/drug-spans.ts';
import {
  BLANK,
  createOrderText,
  nameTail,
  type OrderText,
  orderCues,
  orderWords,
  routeIn,
  splitDaily,
  type Taken,
  takeReason,
  takeRoute,
  takeSchedule,
  timesADay,
  together,
} from './order-text.ts';
import type { RequestedWrite } from './parse-request.ts';
import { drugClass, isOrdinary, mayBeDrug, nameMatches, nearDrugs, readMentions } from './read-mentions.ts';
import { foldForCues } from './request-cues.ts';

/** What was said of a prescription. What was not understood is asked about, never proposed. */
type MedicationOrder = Pick<PrescribeArgs, 'medication'> &
  Partial<Omit<PrescribeArgs, 'patient_id'>> & { unread?: string[] };

interface OrderReading extends Pick<RequestedWrite, 'unread' | 'unknown'> {
  /** Words that say more than the order needs: kept in its note. */
  asides: string[];
  order: MedicationOrder | null;
}

/** Reads an order word by word, and fills in nothing that they do not say. `names` are those of the patient whose chart is open. */
export function parseOrder(text: string, names: readonly string[] = []): OrderReading {
  const order = createOrderText(text);
  order.take(orderCues().lead_in);
  takePerson(order, names);
  // A name in quotes is meant as it is written.
  const quoted = order.take(/["“][a-z][a-z0-9 /-]{2,60}["”]/u);
  const products = quoted === null ? takeProducts(order) : [];
  const { frequency, duration, note, each, shared } = takeSchedule(order);
  const doses = [
    order.take(orderCues().percent),
    order.take(orderCues().amount),
    order.take(orderCues().count),
  ].filter((part) => part !== null);
  // A volume may be said with how fast it runs.
  const isVolume = doses.some(({ text: dose }) => /\d\s?(?:ml|l)$/iu.test(dose));
  const rate = isVolume ? (order.take(orderCues().rate)?.text ?? '') : '';
  const product = chosen(products, doses);
  const meant = foldForCues(product?.text ?? '');
  for (const other of products)
    if (other !== product && foldForCues(other.text) !== meant && !isPartOf(other, product))
      order.giveBack(other);
  const forms = [
    product === undefined ? '' : takeStrengths(order, product),
    order.take(orderCues().form_after_strength)?.text ?? '',
  ].filter(Boolean);
  const reason = takeReason(order);
  const route = takeRoute(
    order,
    routeIn(
      foldForCues([/\S*$/u.exec(product?.text ?? '')?.[0], product?.tail, frequency, ...forms].join(' ')),
    ),
  );
  const combined = doses.find(({ text: dose }) => isNoDose(foldForCues(dose), product));
  if (combined !== undefined) order.giveBack(combined);
  const beside = order.left();
  takeFillers(order);

  const unnamed = quoted === null && product === undefined ? unnamedDrug(order, doses) : null;
  const doubtful =
    product?.doubtful ?? (unnamed !== null && nearDrugs(unnamed.text).length > 0 ? unnamed.text : null);
  const name = quoted?.text.slice(1, -1) ?? product?.text ?? unnamed?.text;
  if (unnamed !== null && doubtful === null) order.takeSpan(unnamed.start, unnamed.end);
  const isNeeded = note.includes('as needed');
  const { asides, unread } = sortLeft(order, beside, isNeeded);
  const [first] = unread;
  if (name === undefined || doubtful !== null) {
    const word = doubtful ?? first ?? (product === undefined ? asides[0] : undefined);
    return {
      order: null,
      asides,
      unread,
      unknown: word === undefined ? null : { word, near: nearDrugs(word) },
    };
  }
  const taken = doses.filter((part) => part !== combined);
  const often = shareOut(together(taken, order.typed) || each, frequency, shared);
  const notes = [note, rate, ...asides].filter(Boolean).join(', ');
  const parts = Object.entries({ ...often, route, duration, reason, note: notes });
  const said = Object.fromEntries(parts.filter(([, value]) => value !== null && value !== ''));
  const medication = [name, ...forms].join(' ').toLowerCase();
  return {
    order: { medication, ...said, ...(unread.length > 0 ? { unread } : {}) },
    asides,
    unread,
    unknown: null,
  };
}

/** Strengths of a combination without their unit: "co-codamol 30/500". */
const STRENGTHS = /(?<![\d.,/])\d{1,4}(?:\.\d{1,2})?\/\d{1,4}(?:\.\d{1,2})?(?![\d/.])/u;

function takeStrengths(order: OrderText, { end, substances }: Product): string {
  const said = substances > 1 ? order.take(STRENGTHS) : null;
  if (said === null || said.start - end <= 1) return said?.text ?? '';
  order.giveBack(said);
  return '';
}

/** "Insulin: Actrapid …": the one name says what the other is. */
function isPartOf(other: Product, product: Product | undefined): boolean {
  const inside = drugNamesIn(product?.text ?? '');
  const said = drugNamesIn(other.text);
  return said.length > 0 && said.every((name) => inside.includes(name));
}

/** A day's amount that is to be shared out, as far as it can be computed; what runs at a rate runs on. */
function shareOut(
  dose: string,
  frequency: string,
  { text, times }: { text: string; times: number | null },
): { dose: string; frequency: string } {
  const isDays = /^(?:mỗi|every) (?:ngày|ngay|day)/iu.test(frequency) && /\p{L}$/u.test(dose);
  if (times === null) {
    const isRate = /\/\s?(?:h|hr|hours?|giờ|gio|min|minute|phút|phut)$/iu.test(dose);
    if (frequency === '' && isRate) return { dose, frequency: 'continuous' };
    // "2 viên/ngày": at once or one by one, nobody can tell.
    const isMany = isDays && isPieces(dose) && !/(?:^|\s)(?:1|một|mot|one) ?\p{L}+$/iu.test(dose);
    return isMany ? { dose, frequency: '' } : splitDaily(dose, frequency);
  }
  const day = splitDaily(dose, isDays ? '' : frequency);
  const total = /^(.*?)([\d.,]+)( ?\p{L}+)$/u.exec(day.dose);
  const amount = readNumber(total?.[2] ?? '');
  const isTotal = isDays || day.dose !== dose;
  if (total === null || amount === null || !isTotal)
    return { dose, frequency: [frequency, text].filter(Boolean).join(', ') };
  const each = Math.round((amount / times) * 1e6) / 1e6;
  return { dose: `${total[1]}${each}${total[3]}`, frequency: `${text} (${timesADay(text)})` };
}

function isPieces(dose: string): boolean {
  return orderCues().count.test(foldForCues(dose));
}

/** What is left over: words that only say more are noted as they were typed, what may change the order is asked about. */
function sortLeft(
  order: OrderText,
  beside: readonly Taken[],
  isNeeded: boolean,
): { asides: string[]; unread: string[] } {
  const asides: string[] = [];
  const unread: string[] = [];
  for (const [whole, runs] of besideEachOther(order, beside)) {
    const words = order.typed.slice(runs[0]?.start, runs.at(-1)?.end);
    const said = runs.map((run) => asSaid(run, order.typed));
    if (saysMore(whole, said[0], isNeeded)) asides.push(words);
    else unread.push(...said);
  }
  return { asides, unread };
}

/** What is left, by the words it stood among before what says nothing was taken out. */
export function besideEachOther(order: OrderText, beside: readonly Taken[]): Map<string, Taken[]> {
  const groups = new Map<string, Taken[]>();
  for (const run of order.left()) {
    const { text } = beside.find(({ start, end }) => start <= run.start && run.end <= end) ?? run;
    groups.set(text, [...(groups.get(text) ?? []), run]);
  }
  return groups;
}

/** Whether words say nothing that an order would be another by: no number, drug, name, condition or denial. */
export function saysMore(text: string, said = text, isNeeded = false): boolean {
  const folded = foldForCues(text);
  // Said of what is given as needed, a condition says when that is.
  const plain = isNeeded ? folded.replace(/^(?:only )?(?:if|when|khi|neu)\s/u, '') : folded;
  if (/\d/u.test(folded) || orderCues().binds.test(plain) || folded.search(drugClass()) >= 0) return false;
  if (drugSpansIn(text).length > 0) return false;
  const words = folded.match(/\p{L}+/gu) ?? [];
  // A name after "for" may be another patient's.
  const tied = /^(?:for|cho|của|cua|then|or|rồi|hoặc|x)\s/iu.test(said);
  if (tied && !(said.startsWith('for ') && text === text.toLowerCase() && words.every(isOrdinary)))
    return false;
  return words.every((word) => isOrdinary(word) || nearDrugs(word).length === 0);
}

/** Two strengths of one substance, or the strength of a liquid. */
function isNoDose(dose: string, product: Product | undefined): boolean {
  return (
    orderCues().concentration.test(dose) || (product?.substances === 1 && orderCues().combined.test(dose))
  );
}

/** The product that the dose follows; of several before any dose, the first. */
function chosen(products: readonly Product[], doses: readonly Taken[]): Product | undefined {
  const dose = Math.min(...doses.map(({ start }) => start));
  return products.findLast(({ start }) => start < dose && Number.isFinite(dose)) ?? products[0];
}

/** Whoever is named was looked at before: only the open chart's own patient gets here. */
export function takePerson(order: OrderText, names: readonly string[]): void {
  order.take(orderCues().person_token);
  const named = readMentions(order.typed).patient;
  const at = named === '' ? -1 : order.typed.toLowerCase().indexOf(named.toLowerCase());
  if (at >= 0) order.takeSpan(at, at + named.length);
  for (const run of order.left()) {
    for (const { 0: word, index } of run.text.matchAll(/[\p{L}\p{N}-]+/gu)) {
      // "X 4 lan" is no one's name.
      const isCounted = /\d\s?$/u.test(order.typed.slice(0, run.start + index));
      const isTheirs = word.length >= 3 && names.length > 0 && !isCounted && nameMatches(word, names);
      if (isTheirs && !orderWords().filler.has(foldForCues(word)))
        order.takeSpan(run.start + index, run.start + index + word.length);
    }
  }
  order.take(orderCues().person_taken);
}

export function takeFillers(order: OrderText): void {
  for (let phrase = order.take(orderCues().filler_phrases); phrase !== null; )
    phrase = order.take(orderCues().filler_phrases);
  for (const run of order.left()) {
    for (const { 0: word, index } of run.text.matchAll(/[\p{L}\p{N}]+/gu)) {
      const start = run.start + index;
      if (isFiller(word, order.typed.slice(0, start))) order.takeSpan(start, start + word.length);
    }
  }
}

function isFiller(word: string, before: string): boolean {
  const folded = foldForCues(word);
  // With its marks it means "do not".
  if (!orderWords().filler.has(folded) || word.toLowerCase() === 'đừng') return false;
  const isFor = /(?:^|[^\p{L}])(?:for|cho|của|cua)\s+$/iu.test(before);
  return !isFor || (orderWords().after_for.has(folded) && word === word.toLowerCase());
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
export function asSaid({ start, text }: Taken, typed: string): string {
  const tie = /(?:^|[\s,])((?:for|cho|then|or|rồi|hoặc|x)\s+)$/iu.exec(typed.slice(0, start))?.[1] ?? '';
  return `${tie}${text}`;
}

/** A product by all of its name: its substances, its salt, its form. */
interface Product extends Taken {
  substances: number;
  /** A word that only has the form of a drug and is nearly spelt like one. */
  doubtful: string | null;
  /** What of the name says more than the substances. */
  tail: string;
}

/** One product's substances stand beside each other, or are tied by a sign. */
const TIED = /^\s?[/+]\s?$|^-$/u;
/** Tied by a word, they are one product only where its strength has as many parts. */
const TIED_BY_WORD = /^\s(?:and|with|plus|va|voi)\s$/u;

export function takeProducts(order: OrderText): Product[] {
  const rest = order.rest();
  const spans = drugSpansIn(order.typed).filter(
    ({ start, name }) => rest[start] !== BLANK && !orderCues().class_only.test(name),
  );
  const groups: DrugSpan[][] = [];
  for (const span of spans) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    const between = before === undefined ? '' : rest.slice(before.end, span.start);
    const isOne =
      TIED.test(between) ||
      (TIED_BY_WORD.test(between) && isCombined(rest.slice(span.end), last?.length ?? 0));
    if (last !== undefined && before !== undefined && isOne) last.push(span);
    else groups.push([span]);
  }
  return groups.map((group) => productOf(group, order));
}

/** "… and codeine 500/30 mg": as many strengths as substances. */
function isCombined(after: string, before: number): boolean {
  const strength = /^\s?/u.test(after) ? orderCues().combined.exec(after.slice(0, 40)) : null;
  return strength !== null && strength.index <= 1 && strength[0].split(/[/+]/u).length === before + 1;
}

function productOf(group: readonly DrugSpan[], order: OrderText): Product {
  const [first, last] = [group[0], group.at(-1)];
  const [start, nameEnd] = [first?.start ?? 0, last?.end ?? 0];
  const tail = nameTail().exec(order.rest().slice(nameEnd))?.[0] ?? '';
  // "Amlodipine mr smith" is no release form.
  const isTitle = /[\s-]mr$/u.test(tail) && !/^\s*\d/u.test(order.rest().slice(nameEnd + tail.length));
  const kept = isTitle ? tail.slice(0, -3) : tail;
  const doubtful = group.find(({ name, isListed }) => !isListed && nearDrugs(name).length > 0)?.name ?? null;
  const substances = group.reduce((sum, { name }) => sum + substancesIn(name), 0);
  return { ...order.takeSpan(start, nameEnd + kept.length), substances, doubtful, tail: kept };
}

function substancesIn(name: string): number {
  if (name.startsWith('co-')) return 2;
  const words = name.match(/\p{L}+/gu) ?? [];
  const counted = words.map((word) => {
    const brand = brandNames()[word];
    return brand === undefined
      ? Number(isDrugName(word))
      : brand.split(' ').filter((part) => part !== 'acid').length;
  });
  return Math.max(
    1,
    counted.reduce((a, b) => a + b, 0),
  );
}
