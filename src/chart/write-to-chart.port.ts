import type { Principal } from '../domain/access.ts';
import type { Proposal, SafetyFinding, WriteCall } from '../domain/approval.ts';
import type { Language } from '../domain/language.ts';

/** A call after its checks: what would be written to whose chart, or what is wrong with it. */
export type PreparedWrite =
  | {
      ok: true;
      args: Record<string, unknown>;
      patient_id: string;
      summary: string;
      findings: SafetyFinding[];
    }
  | { ok: false; problem: string };

/**
 * Validates a call against the patient's chart and runs its safety checks. Nothing is written. `alongside` are the other
 * writes of the same run, of any patient: they count as if they were in the chart.
 */
export type PrepareWrite = (
  asker: Principal,
  call: WriteCall,
  language: Language,
  alongside?: readonly Pick<WriteCall, 'tool' | 'args'>[],
) => Promise<PreparedWrite>;

/**
 * Writes an approved proposal to the chart, once however often it is asked, and names what was written. Refused with
 * CHART_CHANGED where the chart has come to speak against it since the yes. `alongside` are the other writes of the run.
 */
export type WriteToChart = (
  asker: Principal,
  proposal: Proposal,
  alongside?: readonly Pick<WriteCall, 'tool' | 'args'>[],
) => Promise<string>;

/** What the chart and the tables hold against a drug for one patient, whatever its dose; null where there is no such patient. */
export type CheckForPatient = (
  asker: Principal,
  patientId: string,
  medication: string,
  language: Language,
) => Promise<SafetyFinding[] | null>;
