import type { SafetyFinding } from '../../domain/approval.ts';
import type { NoteArgs } from '../../domain/chart-writes.ts';
import type { Language } from '../../domain/language.ts';
import type { ChartParts } from '../chart.port.ts';
import { deniesAllergies } from './denies-allergies.ts';
import type { PatientFacts } from './patient-facts.ts';
import { entryOf, say } from './say.ts';

/** A note that is there already, or that denies allergies which the chart records. */
export function checkNote(
  { text }: NoteArgs,
  { facts, parts, language }: { facts: PatientFacts; parts: ChartParts; language: Language },
): SafetyFinding[] {
  const same = parts.notes.filter(({ content }) =>
    content.some(({ attachment }) => decode(attachment.data) === text.trim()),
  );
  const repeated = same.map(({ id }) => ({
    check: 'duplicate' as const,
    severity: 'moderate' as const,
    message: say(language, {
      en: 'The chart already holds this very note.',
      vi: 'Hồ sơ đã có ghi chú y hệt.',
    }),
    evidence: [entryOf({ text: 'DocumentReference', reference: `DocumentReference/${id}` })],
  }));
  if (!deniesAllergies(text) || facts.allergies.length === 0) return repeated;
  const message = say(language, {
    en: 'The note says that there are no known allergies, but the chart records some.',
    vi: 'Ghi chú nói không có dị ứng, nhưng hồ sơ có ghi nhận.',
  });
  const evidence = facts.allergies.map(entryOf);
  return [...repeated, { check: 'contradiction', severity: 'major', message, evidence }];
}

function decode(data: string | undefined): string {
  return Buffer.from(data ?? '', 'base64')
    .toString('utf8')
    .trim();
}
