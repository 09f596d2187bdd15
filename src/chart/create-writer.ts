import type { Principal } from '../domain/access.ts';
import { type Proposal, type SafetyFinding, severeKinds, type WriteCall } from '../domain/approval.ts';
import { AllergyArgs, NoteArgs, PrescribeArgs, WRITE_ARGS } from '../domain/chart-writes.ts';
import { GalenError } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';
import type { Clock } from '../domain/run-context.ts';
import { buildResource } from './build-resource.ts';
import type { Chart, ChartParts, ChartResourceType } from './chart.port.ts';
import { PROPOSAL_SYSTEM } from './proposal-identifier.ts';
import { checkAllergyEntry } from './safety/check-allergy-entry.ts';
import { checkNote } from './safety/check-note.ts';
import { checkPrescription } from './safety/check-prescription.ts';
import { createDrugBook } from './safety/drug-book.ts';
import { gravenessOf } from './safety/grave-reactions.ts';
import { type PatientFacts, patientFacts } from './safety/patient-facts.ts';
import { readDosage } from './safety/read-dosage.ts';
import type { SafetyTables } from './safety/safety-tables.ts';
import type { CheckForPatient, PrepareWrite, WriteToChart } from './write-to-chart.port.ts';

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
    const { patient_id } = parsed.data;
    const parts = await chart.parts(asker, patient_id);
    if (parts === null) return { ok: false, problem: NO_PATIENT[language] };
    const args = parsed.data;
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
      // What is written already speaks against itself, as a duplicate.
      if (!(await isWritten(asker, resource.resourceType, identifier)))
        await refuseChanged(asker, proposal, alongside);
      const { resource: made } = await chart.createOnce(asker, resource, { identifier });
      if (made.id === undefined) throw new GalenError('CHART_CONFLICT');
      return `${made.resourceType}/${made.id}`;
    },
  };

  async function isWritten(
    asker: Principal,
    resourceType: ChartResourceType,
    identifier: string,
  ): Promise<boolean> {
    const parameters = [['identifier', `${PROPOSAL_SYSTEM}|${identifier}`]] as const;
    const { resources } = await chart.search(asker, { resourceType, parameters, count: 1, offset: 0 });
    return resources.length > 0;
  }

  /** Between a yes and its write hours may pass: what the one who said it could not see stops the write. */
  async function refuseChanged(
    asker: Principal,
    { call_id, tool, args, findings }: Proposal,
    alongside: readonly Pick<WriteCall, 'tool' | 'args'>[],
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
function withAlongside(
  facts: PatientFacts,
  alongside: readonly Pick<WriteCall, 'tool' | 'args'>[],
  patientId: string,
): PatientFacts {
  const own = alongside.filter(({ args }) => args.patient_id === patientId);
  const entriesOf = (tool: WriteCall['tool'], field: 'medication' | 'substance') =>
    own
      .filter((write) => write.tool === tool && WRITE_ARGS[tool].safeParse(write.args).success)
      .map(({ args }) => ({
        text: String(args[field]),
        reference: 'proposed with it',
        ...(typeof args.reaction === 'string' ? { reaction: args.reaction, ...grave(args.reaction) } : {}),
      }));
  return {
    ...facts,
    medication: [...facts.medication, ...entriesOf('prescribe_medication', 'medication')],
    allergies: [...facts.allergies, ...entriesOf('add_allergy', 'substance')],
  };
}

function grave(reaction: string) {
  const graveness = gravenessOf({ text: reaction });
  return graveness === null ? {} : { graveness };
}

/** What was not said is shown as such: nobody approves a route that Galen made up. */
const NO_ROUTE = { en: 'route not stated', vi: 'chưa nêu đường dùng' };
const NO_PATIENT = { en: 'There is no such patient.', vi: 'Không có người bệnh này.' };

function summaryOf({ tool, args }: WriteCall, { patient }: ChartParts, language: Language): string {
  const who = patient.name?.[0]?.text ?? patient.id;
  switch (tool) {
    case 'prescribe_medication': {
      const { medication, dose, frequency, route, duration, reason, note } = PrescribeArgs.parse(args);
      const given = route ?? NO_ROUTE[language];
      const order = [`${medication} ${dose}`, given, frequency, duration, reason, note]
        .filter(Boolean)
        .join(', ');
      return language === 'vi' ? `Kê đơn cho ${who}: ${order}` : `Prescribe for ${who}: ${order}`;
    }
    case 'add_allergy': {
      const { substance, reaction } = AllergyArgs.parse(args);
      const what = reaction === undefined ? substance : `${substance} (${reaction})`;
      return language === 'vi' ? `Ghi dị ứng cho ${who}: ${what}` : `Record an allergy of ${who}: ${what}`;
    }
    case 'save_clinical_note': {
      const { title } = NoteArgs.parse(args);
      return language === 'vi' ? `Lưu ghi chú cho ${who}: ${title}` : `Save a note for ${who}: ${title}`;
    }
  }
}
