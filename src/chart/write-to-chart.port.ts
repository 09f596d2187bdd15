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

/** Validates a call against the patient's chart and runs its safety checks. Nothing is written. */
export type PrepareWrite = (asker: Principal, call: WriteCall, language: Language) => Promise<PreparedWrite>;

/** Writes an approved proposal to the chart, once however often it is asked, and names what was written. */
export type WriteToChart = (asker: Principal, proposal: Proposal) => Promise<string>;
