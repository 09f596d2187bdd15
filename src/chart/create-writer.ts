import type * as Fhir from '@medplum/fhirtypes';
import { NO_PATIENT, NO_ROUTE, prescribeFor, recordAllergyOf, saveNoteFor } from '../../texts/chart.ts';
import type { Principal } from '../domain/access.ts';
import { type Proposal, type SafetyFinding, severeKinds, type WriteCall } from '../domain/approval.ts';
import { AllergyArgs, NoteArgs, PrescribeArgs, WRITE_ARGS } from '../domain/chart-writes.ts';
import { GalenError } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';
import type { Clock } from '../domain/run-context.ts';
import type { Chart, ChartParts, ChartResource } from './chart.port.ts';
import { PROPOSAL_SYSTEM } from './index-resource.ts';
import { checkAllergyEntry, checkNote } from './safety/check-allergies.ts';
import { checkPrescription } from './safety/check-prescription.ts';
import { createDrugBook } from './safety/drug-book.ts';
import { gravenessOf } from './safety/facts/allergy-words.ts';
import { type PatientFacts, patientFacts } from './safety/facts/patient-facts.ts';
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
    const parsed = WRITE_ARGS[call.tool].safeParse(call.args);
    if (!parsed.success) {
      const problem = parsed.error.issues
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('; ');
      return { ok: false, problem };
    }
    const { data: args } = parsed;
    const { patient_id } = args;
    const parts = await chart.parts(asker, patient_id);
    if (parts === null) return { ok: false, problem: NO_PATIENT[language] };
    const facts = withAlongside(patientFacts(parts, clock()), alongside, patient_id);
    const findings = findingsOf({ ...call, args }, { parts, facts }, language);
    return { ok: true, args, patient_id, summary: summaryOf({ ...call, args }, parts, language), findings };
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
      const resource = buildResource(proposal);
      const { resourceType } = resource;
      const parameters = [['identifier', `${PROPOSAL_SYSTEM}|${identifier}`]] as const;
      const written = await chart.search(asker, { resourceType, parameters, count: 1, offset: 0 });
      // What is written already speaks against itself, as a duplicate.
      if (written.resources.length === 0) await refuseChanged(asker, proposal, alongside);
      const { resource: made } = await chart.createOnce(asker, resource, { identifier });
      if (made.id === undefined) throw new GalenError('CHART_CONFLICT');
      return `${made.resourceType}/${made.id}`;
    },
  };

  /** Between a yes and its write hours may pass: what the one who said it could not see stops the write. */
  async function refuseChanged(
    asker: Principal,
    { call_id, tool, args, findings }: Proposal,
    alongside: Alongside,
  ): Promise<void> {
    const prepared = await prepareWrite(asker, { call_id, tool, args }, 'en', alongside);
    if (!prepared.ok) throw new GalenError('CHART_CHANGED');
    const seen = new Set(severeKinds(findings));
    if (severeKinds(prepared.findings).some((kind) => !seen.has(kind))) throw new GalenError('CHART_CHANGED');
  }

  function findingsOf(
    { tool, args }: WriteCall,
    { parts, facts }: { parts: ChartParts; facts: PatientFacts },
    language: Language,
  ): SafetyFinding[] {
    switch (tool) {
      case 'prescribe_medication': {
        const { medication, dose, frequency, route } = PrescribeArgs.parse(args);
        const dosage = readDosage(`${dose} ${frequency} ${route ?? ''}`, medication);
        return checkPrescription({ medication, dosage, facts, tables, book, language });
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
  const entriesOf = (tool: WriteCall['tool'], field: 'medication' | 'substance') =>
    own
      .filter((write) => write.tool === tool && WRITE_ARGS[tool].safeParse(write.args).success)
      .map(({ args }) => ({
        text: String(args[field]),
        reference: 'proposed with it',
        ...(typeof args.reaction === 'string'
          ? { reaction: args.reaction, ...gravenessOf({ text: args.reaction }) }
          : {}),
      }));
  return {
    ...facts,
    medication: [...facts.medication, ...entriesOf('prescribe_medication', 'medication')],
    allergies: [...facts.allergies, ...entriesOf('add_allergy', 'substance')],
  };
}

function summaryOf({ tool, args }: WriteCall, { patient }: ChartParts, language: Language): string {
  const who = patient.name?.[0]?.text ?? patient.id;
  switch (tool) {
    case 'prescribe_medication': {
      const { medication, dose, frequency, route, duration, reason, note } = PrescribeArgs.parse(args);
      const given = route ?? NO_ROUTE[language];
      const order = [`${medication} ${dose}`, given, frequency, duration, reason, note]
        .filter(Boolean)
        .join(', ');
      return prescribeFor(who, order)[language];
    }
    case 'add_allergy': {
      const { substance, reaction } = AllergyArgs.parse(args);
      const what = reaction === undefined ? substance : `${substance} (${reaction})`;
      return recordAllergyOf(who, what)[language];
    }
    case 'save_clinical_note':
      return saveNoteFor(who, NoteArgs.parse(args).title)[language];
  }
}

type Approved = Pick<Proposal, 'tool' | 'args' | 'created_at' | 'decided_by'>;

/** The FHIR resource that an approved proposal stands for; the same for the same proposal. */
function buildResource(proposal: Approved): ChartResource {
  switch (proposal.tool) {
    case 'prescribe_medication':
      return prescription(PrescribeArgs.parse(proposal.args), proposal);
    case 'add_allergy':
      return allergy(AllergyArgs.parse(proposal.args), proposal);
    case 'save_clinical_note':
      return note(NoteArgs.parse(proposal.args), proposal);
  }
}

function prescription(args: PrescribeArgs, { created_at, decided_by }: Approved): Fhir.MedicationRequest {
  const { dose, frequency, route, duration } = args;
  return {
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    subject: { reference: `Patient/${args.patient_id}` },
    medicationCodeableConcept: { text: args.medication },
    authoredOn: created_at,
    dosageInstruction: [
      {
        text: [dose, route, frequency, duration].filter(Boolean).join(', '),
        ...(route === undefined ? {} : { route: { text: route } }),
      },
    ],
    ...(decided_by === null ? {} : { requester: { display: decided_by } }),
    ...(args.reason === undefined ? {} : { reasonCode: [{ text: args.reason }] }),
    ...(args.note === undefined || args.note === '' ? {} : { note: [{ text: args.note }] }),
  };
}

function allergy(args: AllergyArgs, { created_at, decided_by }: Approved): Fhir.AllergyIntolerance {
  const { substance, reaction, severity, criticality } = args;
  return {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: status('allergyintolerance-clinical', 'active'),
    verificationStatus: status('allergyintolerance-verification', 'confirmed'),
    type: args.type,
    code: { text: substance },
    patient: { reference: `Patient/${args.patient_id}` },
    recordedDate: created_at,
    ...(criticality === undefined ? {} : { criticality }),
    ...(decided_by === null ? {} : { recorder: { display: decided_by } }),
    ...(reaction === undefined
      ? {}
      : {
          reaction: [
            { manifestation: [{ text: reaction }], ...(severity === undefined ? {} : { severity }) },
          ],
        }),
  };
}

function note(args: NoteArgs, { created_at, decided_by }: Approved): Fhir.DocumentReference {
  return {
    resourceType: 'DocumentReference',
    status: 'current',
    type: { text: args.title },
    description: args.title,
    subject: { reference: `Patient/${args.patient_id}` },
    date: created_at,
    ...(decided_by === null ? {} : { author: [{ display: decided_by }] }),
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          data: Buffer.from(args.text, 'utf8').toString('base64'),
        },
      },
    ],
  };
}

function status(system: string, code: string): Fhir.CodeableConcept {
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }] };
}

/** A call after its checks: what would be written to whose chart, or what is wrong with it. */
export type PreparedWrite =
  | ({ ok: true } & Pick<Proposal, 'args' | 'patient_id' | 'summary' | 'findings'>)
  | { ok: false; problem: string };

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
