import { readFileSync } from 'node:fs';
import { checkPrescription } from '../../src/chart/safety/check-prescription.ts';
import { readDosage } from '../../src/chart/safety/read-dosage.ts';
import { BOOK, HEALTHY, TABLES } from '../../src/chart/safety/testing/facts.ts';

export interface AlertReport {
  pairs: number;
  /** Orders that an interaction row speaks against, and those where it is major or worse. */
  alert: number;
  major: number;
  /** "a + b" of pairs that do not alert, and those that do so only as moderate. */
  silent: string[];
  mild: string[];
}

/** The published pairs of drugs still in use, by group, the last of them all groups together. */
export function oncAlerts(): Map<string, AlertReport> {
  const inUse = rowsOf('onc-pairs.tsv').filter(({ in_use }) => in_use === 'yes');
  const groups = [...new Set(inUse.map(({ group = '' }) => group))];
  return new Map([
    ...groups.map((name) => [name, alertsOf(inUse.filter(({ group }) => group === name))] as const),
    ['all groups', alertsOf(inUse)],
  ]);
}

/** The pairs that no reference in use warns of. */
export function unlistedAlerts(): AlertReport {
  return alertsOf(rowsOf('unlisted-pairs.tsv').filter(({ known }) => known === ''));
}

/** Orders the one where the other is on the chart, and the other way round; both must alert, the milder counts. */
function alertsOf(pairs: readonly Record<string, string>[]): AlertReport {
  const report: AlertReport = { pairs: pairs.length, alert: 0, major: 0, silent: [], mild: [] };
  for (const { drug = '', other = '' } of pairs) {
    const found = [severityOf(drug, other), severityOf(other, drug)];
    const isAlert = !found.includes(null);
    const isMajor = isAlert && !found.includes('moderate');
    report.alert += Number(isAlert);
    report.major += Number(isMajor);
    if (!isAlert) report.silent.push(`${drug} + ${other}`);
    else if (!isMajor) report.mild.push(`${drug} + ${other}`);
  }
  return report;
}

function severityOf(medication: string, taken: string): string | null {
  const facts = { ...HEALTHY, medication: [{ text: taken, reference: 'MedicationRequest/1' }] };
  const dosage = readDosage('');
  const found = checkPrescription({ medication, dosage, facts, tables: TABLES, book: BOOK, language: 'en' });
  // A row names the chart's entry and its source; what could not be checked names the entry alone.
  return (
    found.find(({ check, evidence }) => check === 'interaction' && evidence.length > 1)?.severity ?? null
  );
}

function rowsOf(file: string): Record<string, string>[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  const [header = '', ...rows] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const columns = header.split('\t');
  return rows.map((row) => {
    const cells = row.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}
