import type { SafetyFinding } from '../../domain/approval.ts';
import type { CheckInput } from './check-prescription.ts';
import { entryOf, say, sourceOf } from './say.ts';

const ORDER = ['contraindicated', 'major', 'moderate'];

/** The drug with each active one, in both directions, the gravest of what the tables say of a pair. */
export function checkInteractions(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book, language } = input;
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    const other = book.find(taken.text);
    if (other === null) {
      const message = {
        en: `Interactions with ${taken.text} could not be checked: the tables do not know it.`,
        vi: `Chưa kiểm tra được tương tác với ${taken.text}: bảng dữ liệu không có thuốc này.`,
      };
      return [
        {
          check: 'interaction',
          severity: 'unknown',
          message: say(language, message),
          evidence: [entryOf(taken)],
        },
      ];
    }
    // The same drug twice is a duplicate, not an interaction.
    if (other.name === drug.name) return [];
    const worst = tables.interactions
      .filter(
        ({ a, b }) =>
          (book.covers(a, drug) && book.covers(b, other)) || (book.covers(b, drug) && book.covers(a, other)),
      )
      .sort((x, y) => ORDER.indexOf(x.severity) - ORDER.indexOf(y.severity))[0];
    if (!worst) return [];
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
    ];
  });
}
