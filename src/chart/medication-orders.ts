import type * as Fhir from '@medplum/fhirtypes';
import { CHANGE_PROBLEMS, NO_ORDERS } from '../../texts/chart.ts';
import type { ChangeArgs } from '../domain/chart-writes.ts';
import { fillTemplate, type Language } from '../domain/language.ts';
import { foldDiacritics } from '../language/fold-diacritics.ts';
import type { ChartParts, Stored } from './chart.port.ts';
import { type DrugBook, hasPhrase, type KnownDrug } from './safety/drug-book.ts';
import { named } from './safety/facts/patient-facts.ts';
import { readDosage } from './safety/read-dosage.ts';
import {
  type DosageWords,
  dosageWords,
  isSameDose,
  namesDose,
  scaleDose,
  structureDosage,
} from './structure-dosage.ts';

type Order = Stored<Fhir.MedicationRequest>;
type Action = ChangeArgs['action'];

/** The status that an order may have to be changed so: of several the first that any order has. */
const FROM: Readonly<Record<Action, readonly (readonly (string | undefined)[])[]>> = {
  stop: [['active', 'on-hold', 'unknown', undefined]],
  hold: [['active', 'unknown', undefined]],
  resume: [['on-hold'], ['stopped']],
  change: [['active', 'on-hold', 'unknown', undefined]],
};
const STATUS_AFTER = {
  stop: 'stopped',
  hold: 'on-hold',
  resume: 'active',
  change: 'stopped',
} as const;

interface Choice {
  label: string;
  value: string;
}

export type SettledChange =
  | { ok: true; order: Order; args: ChangeArgs & { order_id: string; version: string } }
  | { ok: false; problem: string; choices: Choice[] };

/** The order that a change is about, and all that it will then say; or why that cannot be known, and what is on the chart. */
export function settleChange(
  args: ChangeArgs,
  { medicationRequests }: Pick<ChartParts, 'medicationRequests'>,
  { book, language }: { book: DrugBook; language: Language },
): SettledChange {
  const { medication, action, order_id, by, dose, ...said } = args;
  const may = FROM[action].map((states) =>
    medicationRequests.filter(({ status }) => states.includes(status)),
  );
  const fits = may.map((orders) => fitting(orders)).find((orders) => orders.length > 0) ?? [];
  const [order, ...others] = fits;
  if (order === undefined) return refused('absent', may.flat());
  if (others.length > 0) return refused('several', fits);
  const name = named(order).text;
  const settled = { ...args, medication: name, by: undefined, order_id: order.id, version: versionOf(order) };
  if (action !== 'change') return { ok: true, order, args: clean(settled) };
  const was = dosageWords(order.dosageInstruction?.[0]);
  const isWay = by === '+' || by === '-';
  const scaled = by === undefined || isWay || was.dose === undefined ? undefined : scaleDose(was.dose, by);
  if (by !== undefined && !isWay && !scaled) return refused('uncomputable', [order]);
  const next = {
    dose: scaled ?? withUnit(dose, was.dose) ?? was.dose,
    frequency: said.frequency ?? was.frequency,
    route: said.route ?? was.route,
    duration: said.duration ?? was.duration,
  };
  // A dose that is said twice, or in two steps, cannot be said anew in one place alone.
  const isTwice = (order.dosageInstruction?.length ?? 0) > 1 || namesDose(next.frequency ?? '');
  if (next.dose === undefined || next.frequency === undefined || isTwice)
    return refused('unreadable', [order]);
  // Who wants 10 mg raised to 5 mg has another order in mind.
  const more = (readDosage(next.dose).amount?.value ?? 0) - (readDosage(was.dose ?? '').amount?.value ?? 0);
  const isContrary = by === '+' ? more < 0 : by === '-' && more > 0;
  if (isContrary && said.frequency === undefined) return refused('contrary', [order]);
  if (KEPT.every((key) => next[key] === was[key])) return refused('same', [order]);
  return { ok: true, order, args: clean({ ...settled, ...next }) };

  function fitting(orders: readonly Order[]): Order[] {
    if (order_id !== undefined) return orders.filter(({ id }) => id === order_id);
    const asked = book.resolve(medication).drugs;
    const close = orders.filter((one) => isMeant(named(one).text, asked) && isOfDose(one));
    const same = close.filter((one) => book.resolve(named(one).text).drugs.length === asked.length);
    return same.length > 0 ? same : close;
  }

  /** "Stop amlodipine 5 mg" is none of 10 mg. */
  function isOfDose(one: Order): boolean {
    const was = dosageWords(one.dosageInstruction?.[0]).dose;
    return action === 'change' || dose === undefined || was === undefined || isSameDose(dose, was);
  }

  function isMeant(name: string, asked: readonly KnownDrug[]): boolean {
    const { drugs } = book.resolve(name);
    if (asked.length > 0 && asked.every((one) => drugs.some((drug) => drug.name === one.name))) return true;
    const classes = drugs.flatMap((drug) => drug.classes);
    const isClass = classes.some((key) =>
      [key, ...Object.values(book.className(key))].some((spoken) => sameWords(spoken, medication)),
    );
    return hasPhrase(name, medication) || isClass;
  }

  function refused(
    why: keyof typeof CHANGE_PROBLEMS,
    orders: readonly Order[],
  ): SettledChange & { ok: false } {
    const labels = orders.map(orderText);
    const list = labels.join('; ') || NO_ORDERS[language];
    const choices = orders.map((one, at) => ({
      label: labels[at] ?? one.id,
      value: `${named(one).text} #${one.id}`,
    }));
    const problem = fillTemplate(CHANGE_PROBLEMS[why][language], { drug: medication, orders: list });
    return { ok: false, problem, choices: why === 'absent' || why === 'several' ? choices : [] };
  }
}

const KEPT = ['dose', 'frequency', 'route', 'duration'] as const;

/** An order in words: "amlodipine 10 mg by mouth once a day". */
export function orderText(order: Order): string {
  const [dosage] = order.dosageInstruction ?? [];
  const words = dosage?.text ?? Object.values(dosageWords(dosage)).join(', ');
  return [named(order).text, words].filter(Boolean).join(' ');
}

function versionOf({ meta }: Order): string {
  return meta?.versionId ?? meta?.lastUpdated ?? '';
}

/** The order with its new status, and what takes its place: what was not said anew stays as the chart has it. */
export function changedOrders(
  args: ChangeArgs,
  order: Order,
  made: Pick<Fhir.MedicationRequest, 'authoredOn' | 'requester' | 'medicationCodeableConcept'>,
): { order: Order; replacement?: Fhir.MedicationRequest } {
  const { statusReason: _, ...kept } = order;
  const ended: Order = {
    ...kept,
    status: STATUS_AFTER[args.action],
    ...(args.reason === undefined ? {} : { statusReason: { text: args.reason } }),
  };
  if (args.action !== 'change') return { order: ended };
  const { category, subject, encounter, reasonCode, reasonReference } = order;
  const inChart = reasonReference?.filter(({ reference = '' }) => reference.startsWith('Condition/')) ?? [];
  const [before] = order.dosageInstruction ?? [];
  const replacement: Fhir.MedicationRequest = {
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    ...(category === undefined ? {} : { category }),
    subject,
    ...(encounter === undefined ? {} : { encounter }),
    ...made,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(inChart.length === 0 ? {} : { reasonReference: inChart }),
    dosageInstruction: [changedDosage(before, args)],
    priorPrescription: { reference: `MedicationRequest/${order.id}` },
  };
  return { order: ended, replacement };
}

function changedDosage(before: Fhir.Dosage | undefined, args: DosageWords): Fhir.Dosage {
  const was = dosageWords(before);
  const made = structureDosage(args);
  const isSame = (...keys: (typeof KEPT)[number][]) => keys.every((key) => was[key] === args[key]);
  const { timing, asNeededBoolean, route, doseAndRate } = before ?? {};
  return {
    ...made,
    ...(isSame('frequency', 'duration') && timing ? { timing } : {}),
    ...(isSame('frequency') && asNeededBoolean !== undefined ? { asNeededBoolean } : {}),
    ...(isSame('route') && route ? { route } : {}),
    ...(isSame('dose') && doseAndRate ? { doseAndRate } : {}),
  };
}

/** A bare number has the unit of the dose before it. */
function withUnit(dose: string | undefined, was = ''): string | undefined {
  const unit = /^[\d.,]+\s?(\p{L}+)$/u.exec(was)?.[1];
  return dose !== undefined && /^[\d.,]+$/u.test(dose) && unit ? `${dose} ${unit}` : dose;
}

/** Whether two name one thing, in the singular or the plural. */
function sameWords(some: string, other: string): boolean {
  const [a, b] = [some, other].map((words) =>
    foldDiacritics(words).toLowerCase().replace(/-/gu, ' ').replace(/s$/u, ''),
  );
  return a === b;
}

function clean<Args extends object>(args: Args): Args {
  // A cast, because only what is undefined is left out.
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as Args;
}
