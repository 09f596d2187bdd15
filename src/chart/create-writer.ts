import type * as Fhir from '@medplum/fhirtypes';
import {
  CHANGE_SUMMARIES,
  NO_PATIENT,
  NO_ROUTE,
  NOTHING_FOR_THEM,
  prescribeFor,
  recordAllergyOf,
  saveNoteFor,
} from '../../texts/chart.ts';
import { dependsOn, STOPPING_NOT_CHECKED } from '../../texts/safety.ts';
import type { Principal } from '../domain/access.ts';
import { type Proposal, type SafetyFinding, severeKinds, type WriteCall } from '../domain/approval.ts';
import { AllergyArgs, ChangeArgs, NoteArgs, PrescribeArgs, WRITE_ARGS } from '../domain/chart-writes.ts';
import { GalenError } from '../domain/errors.ts';
import { fillTemplate, type Language } from '../domain/language.ts';
import type { Clock } from '../domain/run-context.ts';
import { buildResource, changesOf, RESOURCE_OF } from './build-resources.ts';
import type { Chart, ChartParts, Stored } from './chart.port.ts';
import { PROPOSAL_SYSTEM } from './index-resource.ts';
import { orderText, settleChange } from './medication-orders.ts';
import { identityText, stateText } from './patient-identity.ts';
import { checkAllergyEntry, checkNote } from './safety/check-allergies.ts';
import { checkPrescription } from './safety/check-prescription.ts';
import { createDrugBook } from './safety/drug-book.ts';
import { gravenessOf } from './safety/facts/allergy-words.ts';
import { named, type PatientFacts, patientFacts } from './safety/facts/patient-facts.ts';
import { finding } from './safety/make-finding.ts';
import { readDosage } from './safety/read-dosage.ts';
import type { SafetyTables } from './safety/safety-tables.ts';

interface WriterOptions {
  chart: Chart;
  tables: SafetyTables;
  clock: Clock;
}

/** Prepares writes to charts, with their safety checks, and makes those that a person has approved. */
export function createWriter({ chart, tables, clock }: WriterOptions): {
  prepareWrite: PrepareWrite;
  writeToChart: WriteToChart;
  checkForPatient: CheckForPatient;
} {
  const book = createDrugBook(tables);

  const prepareWrite: PrepareWrite = async (asker, call, language, alongside = []) => {
    const patient_id = String(call.args.patient_id ?? '');
    const parts = patient_id === '' ? null : await chart.parts(asker, patient_id);
    const state = parts && stateText(parts.patient, language);
    if (state !== null) return { ok: false, problem: fillTemplate(NOTHING_FOR_THEM[language], { state }) };
    const parsed = WRITE_ARGS[call.tool].safeParse(call.args);
    if (!parsed.success) {
      const problem = parsed.error.issues
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('; ');
      return { ok: false, problem };
    }
    if (parts === null) return { ok: false, problem: NO_PATIENT[language] };
    const settled = settle({ ...call, args: parsed.data }, parts, language);
    if (!settled.ok) return settled;
    const { args } = settled;
    const all = patientFacts(parts, clock());
    const facts = withAlongside(all, alongside, patient_id);
    const order = 'order' in settled ? settled.order : null;
    const check = (known: PatientFacts) =>
      findingsOf({ ...call, args }, { parts, facts: without(known, order), order }, language);
    const ends = endedWith(alongside, parts);
    const findings = [
      ...check(without(facts, ...ends)),
      ...(ends.length === 0 ? [] : dependent(check(facts), check(without(facts, ...ends)), ends, language)),
    ];
    return {
      ok: true,
      args,
      patient_id,
      summary: summaryOf({ ...call, args }, { parts, order }, language),
      findings,
    };
  };

  return {
    prepareWrite,

    async checkForPatient(asker, patientId, medication, language) {
      const parts = await chart.parts(asker, patientId);
      if (parts === null) return null;
      const facts = patientFacts(parts, clock());
      const dosage = readDosage('');
      return checkPrescription({ medication, dosage, facts, tables, book, language }).filter(
        ({ check }) => check !== 'dose',
      );
    },

    async writeToChart(asker, proposal, alongside = []) {
      const identifier = `${proposal.run_id}/${proposal.call_id}`;
      const resourceType = RESOURCE_OF[proposal.tool];
      const parameters = [['identifier', `${PROPOSAL_SYSTEM}|${identifier}`]] as const;
      const written = await chart.search(asker, { resourceType, parameters, count: 1, offset: 0 });
      // What is written already speaks against itself, as a duplicate.
      if (written.resources.length === 0) await refuseChanged(asker, proposal, alongside);
      const { id } =
        proposal.tool === 'change_medication'
          ? await changeOrder(asker, proposal, identifier)
          : (await chart.createOnce(asker, buildResource(proposal), { identifier })).resource;
      if (id === undefined) throw new GalenError('CHART_CONFLICT');
      return `${resourceType}/${id}`;
    },
  };

  function settle(
    call: WriteCall,
    parts: ChartParts,
    language: Language,
  ):
    | Extract<ReturnType<typeof settleChange>, { ok: true }>
    | { ok: true; args: WriteCall['args'] }
    | (PreparedWrite & { ok: false }) {
    if (call.tool !== 'change_medication') return { ok: true, args: call.args };
    const args = ChangeArgs.parse(call.args);
    const settled = settleChange(args, parts, { book, language });
    if (settled.ok) return settled;
    const { problem, choices } = settled;
    return { ok: false, problem, ...(choices.length === 0 ? {} : { choices, about: args.medication }) };
  }

  /** The orders that would end with what is written to the same chart. */
  function endedWith(alongside: Alongside, parts: ChartParts): Order[] {
    return alongside.flatMap((write) => {
      const isOwn = write.args.patient_id === parts.patient.id && isWrite(write, 'change_medication');
      if (!isOwn || write.args.action === 'resume') return [];
      const settled = settleChange(ChangeArgs.parse(write.args), parts, { book, language: 'en' });
      return settled.ok ? [settled.order] : [];
    });
  }

  async function changeOrder(asker: Principal, proposal: Proposal, identifier: string) {
    const { order_id = '', version } = ChangeArgs.parse(proposal.args);
    const order = await chart.read(asker, 'MedicationRequest', order_id);
    if (order === null) throw new GalenError('CHART_CHANGED');
    const change = changesOf(proposal, order);
    // The version that was looked at, whatever the chart has by now: the chart itself refuses another one.
    const meta = {
      ...order.meta,
      ...(order.meta?.versionId === undefined ? {} : { versionId: version ?? '' }),
    };
    const changed = { ...change, order: { ...change.order, meta } };
    return (await chart.changeOnce(asker, changed, { identifier })).resource;
  }

  /** Between a yes and its write hours may pass: what the one who said it could not see stops the write. */
  async function refuseChanged(
    asker: Principal,
    { call_id, tool, args, findings }: Proposal,
    alongside: Alongside,
  ): Promise<void> {
    const prepared = await prepareWrite(asker, { call_id, tool, args }, 'en', alongside);
    if (!prepared.ok || prepared.args.version !== args.version) throw new GalenError('CHART_CHANGED');
    const seen = new Set(severeKinds(findings));
    if (severeKinds(prepared.findings).some((kind) => !seen.has(kind))) throw new GalenError('CHART_CHANGED');
  }

  function findingsOf(
    { tool, args }: WriteCall,
    { parts, facts, order }: { parts: ChartParts; facts: PatientFacts; order: Order | null },
    language: Language,
  ): SafetyFinding[] {
    const prescribed = (medication: string, words: readonly (string | undefined)[]) => {
      const dosage = readDosage(words.filter(Boolean).join(' '), medication);
      return checkPrescription({ medication, dosage, facts, tables, book, language });
    };
    switch (tool) {
      case 'prescribe_medication': {
        const { medication, dose, frequency, route } = PrescribeArgs.parse(args);
        return prescribed(medication, [dose, frequency, route]);
      }
      case 'change_medication': {
        const { medication, action, dose, frequency, route } = ChangeArgs.parse(args);
        const name = order === null ? medication : named(order).text;
        if (action === 'change') return prescribed(name, [dose, frequency, route]);
        if (action === 'resume') return prescribed(name, [order?.dosageInstruction?.[0]?.text]);
        return [finding({ language }, ['missing-data', 'info'], STOPPING_NOT_CHECKED)];
      }
      case 'add_allergy':
        return checkAllergyEntry(AllergyArgs.parse(args), { facts, tables, book, language });
      case 'save_clinical_note':
        return checkNote(NoteArgs.parse(args), { facts, parts, language });
    }
  }
}

/** What would be written to the same chart with it counts as if it were there; what has no form of a write does not. */
function withAlongside(facts: PatientFacts, alongside: Alongside, patientId: string): PatientFacts {
  const own = alongside.filter(({ args }) => args.patient_id === patientId);
  const changes = own.filter((write) => isWrite(write, 'change_medication'));
  const entriesOf = (tool: WriteCall['tool'], field: 'medication' | 'substance') =>
    own
      .filter((write) => isWrite(write, tool))
      .map(({ args }) => ({
        text: String(args[field]),
        reference: 'proposed with it',
        ...(typeof args.reaction === 'string'
          ? { reaction: args.reaction, ...gravenessOf({ text: args.reaction }) }
          : {}),
      }));
  return {
    ...facts,
    medication: [
      ...facts.medication,
      ...entriesOf('prescribe_medication', 'medication'),
      ...entriesOf('change_medication', 'medication').filter((_, at) => STARTS.has(changes[at]?.args.action)),
    ],
    allergies: [...facts.allergies, ...entriesOf('add_allergy', 'substance')],
  };
}

/** What a change brings about again, under its own new words. */
const STARTS: ReadonlySet<unknown> = new Set(['resume', 'change']);

function isWrite({ tool, args }: Alongside[number], wanted: WriteCall['tool']): boolean {
  return tool === wanted && WRITE_ARGS[tool].safeParse(args).success;
}

type Order = Stored<Fhir.MedicationRequest>;

function without(facts: PatientFacts, ...orders: (Order | null)[]): PatientFacts {
  const ended = orders.map((order) => `MedicationRequest/${order?.id}`);
  return { ...facts, medication: facts.medication.filter(({ reference }) => !ended.includes(reference)) };
}

/** What would speak against a write if the orders that are to end with it did not. */
function dependent(
  all: readonly SafetyFinding[],
  left: readonly SafetyFinding[],
  ends: readonly Order[],
  language: Language,
): SafetyFinding[] {
  const told = new Set(left.map(({ check, message }) => `${check} ${message}`));
  const names = ends.map((order) => named(order).text).join(', ');
  return all
    .filter(({ check, message }) => !told.has(`${check} ${message}`))
    .map(({ check, message, evidence }) =>
      finding({ language }, [check, 'info'], dependsOn(names, message), evidence),
    );
}

/** Characters of a note that its summary shows: the whole stands in the proposal. */
const NOTE_SHOWN = 300;

function summaryOf(
  { tool, args }: WriteCall,
  { parts, order }: { parts: ChartParts; order: Order | null },
  language: Language,
): string {
  const who = identityText(parts.patient, language);
  switch (tool) {
    case 'prescribe_medication': {
      const { medication, dose, frequency, route, duration, reason, note } = PrescribeArgs.parse(args);
      const given = route ?? NO_ROUTE[language];
      const prescribed = [`${medication} ${dose}`, given, frequency, duration, reason, note]
        .filter(Boolean)
        .join(', ');
      return prescribeFor(who, prescribed)[language];
    }
    case 'change_medication': {
      const { action, reason, medication, dose, frequency, route, duration } = ChangeArgs.parse(args);
      const was = order === null ? medication : orderText(order);
      const next = [dose, route, frequency, duration].filter(Boolean).join(', ');
      const changed = [action === 'change' ? `${was} → ${next}` : was, reason].filter(Boolean).join(', ');
      return fillTemplate(CHANGE_SUMMARIES[action][language], { patient: who, order: changed });
    }
    case 'add_allergy': {
      const { substance, reaction } = AllergyArgs.parse(args);
      const what = reaction === undefined ? substance : `${substance} (${reaction})`;
      return recordAllergyOf(who, what)[language];
    }
    case 'save_clinical_note': {
      const { title, text } = NoteArgs.parse(args);
      const shown = text.length > NOTE_SHOWN ? `${text.slice(0, NOTE_SHOWN)}…` : text;
      return saveNoteFor(who, `${title}: ${shown.replace(/\s+/gu, ' ')}`)[language];
    }
  }
}

/** A call after its checks: what would be written to whose chart, or what is wrong with it. */
export type PreparedWrite =
  | ({ ok: true } & Pick<Proposal, 'args' | 'patient_id' | 'summary' | 'findings'>)
  | {
      ok: false;
      problem: string;
      /** What may be meant by `about`, a word of the request, where that is not plain. */
      choices?: { label: string; value: string }[];
      about?: string;
    };

/** The other writes of the same run, of any patient: they count as if they were in the chart. */
type Alongside = readonly Pick<WriteCall, 'tool' | 'args'>[];

/** Validates a call against the patient's chart and runs its safety checks. Nothing is written. */
export type PrepareWrite = (
  asker: Principal,
  call: WriteCall,
  language: Language,
  alongside?: Alongside,
) => Promise<PreparedWrite>;

/**
 * Writes an approved proposal to the chart, once however often it is asked, and names what was written. Refused with
 * CHART_CHANGED where the chart has come to speak against it since the yes.
 */
export type WriteToChart = (asker: Principal, proposal: Proposal, alongside?: Alongside) => Promise<string>;

/** What the chart and the tables hold against a drug for one patient, whatever its dose; null where there is no such patient. */
export type CheckForPatient = (
  asker: Principal,
  patientId: string,
  medication: string,
  language: Language,
) => Promise<SafetyFinding[] | null>;
