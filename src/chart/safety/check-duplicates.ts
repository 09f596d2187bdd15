import type { SafetyFinding } from '../../domain/approval.ts';
import type { CheckInput } from './check-prescription.ts';
import { entryOf, say, sourceOf } from './say.ts';

/** The same drug, or another of a class of which one is enough, among the active ones. */
export function checkDuplicates({ drug, facts, tables, book, language }: CheckInput): SafetyFinding[] {
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    const others = book.resolve(taken.text).drugs;
    if (others.some(({ name }) => name === drug.name)) {
      const message = { en: `${taken.text} is already active.`, vi: `${taken.text} đang được dùng.` };
      return [
        {
          check: 'duplicate',
          severity: 'major',
          message: say(language, message),
          evidence: [entryOf(taken)],
        },
      ];
    }
    const shared = tables.classes.find(
      ({ class: key, duplicate }) =>
        duplicate && drug.classes.includes(key) && others.some(({ classes }) => classes.includes(key)),
    );
    if (!shared) return [];
    const message = {
      en: `${taken.text} is active and of the same class (${shared.names.en}).`,
      vi: `${taken.text} đang được dùng và cùng nhóm (${shared.names.vi}).`,
    };
    return [
      {
        check: 'duplicate',
        severity: 'moderate',
        message: say(language, message),
        evidence: [entryOf(taken), ...sourceOf(tables, shared.source)],
      },
    ];
  });
}
