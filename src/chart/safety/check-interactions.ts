import type { SafetyFinding } from '../../domain/approval.ts';
import type { CheckInput } from './check-prescription.ts';
import { entryOf, say, sourceOf } from './say.ts';

const ORDER = ['contraindicated', 'major', 'moderate'];

/** The drug with each active one, in both directions, the gravest of what the tables say of a pair. */
export function checkInteractions(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book, language } = input;
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    const { drugs, unknown } = book.resolve(taken.text);
    const unchecked = drugs.length === 0 ? [taken.text] : unknown;
    const unknowns = unchecked.map((name) => ({
      check: 'interaction' as const,
      severity: 'unknown' as const,
      message: say(language, {
        en: `Interactions with ${name} could not be checked: the tables do not know it.`,
        vi: `Chưa kiểm tra được tương tác với ${name}: bảng dữ liệu không có thuốc này.`,
      }),
      evidence: [entryOf(taken)],
    }));
    // The same drug twice is a duplicate, not an interaction.
    const others = drugs.filter(({ name }) => name !== drug.name);
    const worst = tables.interactions
      .filter(({ a, b }) =>
        others.some(
          (other) =>
            (book.covers(a, drug) && book.covers(b, other)) ||
            (book.covers(b, drug) && book.covers(a, other)),
        ),
      )
      .sort((x, y) => ORDER.indexOf(x.severity) - ORDER.indexOf(y.severity))[0];
    if (!worst) return unknowns;
    const message = {
      en: `With ${taken.text}: ${worst.effect.en} ${worst.action.en}`,
      vi: `Với ${taken.text}: ${worst.effect.vi} ${worst.action.vi}`,
    };
    return [
      {
        check: 'interaction',
        severity: worst.severity,
        message: say(language, message),
        evidence: [entryOf(taken), ...sourceOf(tables, worst.source)],
      },
      ...unknowns,
    ];
  });
}
