import type { SafetyFinding } from '../../domain/approval.ts';
import { byGravity } from '../../domain/severity.ts';
import type { CheckInput } from './check-prescription.ts';
import type { MedicationEntry } from './facts/patient-facts.ts';
import { entryOf, finding, sourceOf } from './make-finding.ts';

/** The drug with each active one, in both directions, the gravest of what the tables say of a pair. */
export function checkInteractions(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book } = input;
  const active = facts.medication.flatMap(({ text }) => book.resolve(text).drugs);
  const isTaken = (key: string) => active.some(({ classes }) => classes.includes(key));
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    if (taken.unnamed) return [unnamed(input, taken)];
    const { drugs, unknown } = book.resolve(taken.text);
    const unchecked = drugs.length === 0 ? [taken.text] : unknown;
    const unknowns = unchecked.map((name) => {
      const message = {
        en: `Interactions with ${name} could not be checked: the tables do not know it.`,
        vi: `Chưa kiểm tra được tương tác với ${name}: bảng dữ liệu không có thuốc này.`,
      };
      return finding(input, ['interaction', 'unknown'], message, [entryOf(taken)]);
    });
    // The same drug twice is a duplicate, not an interaction.
    const others = drugs.filter(({ name }) => name !== drug.name);
    const worst = tables.interactions
      .filter(({ beside_class }) => beside_class?.some(isTaken) ?? true)
      .filter(({ a, b }) =>
        others.some(
          (other) =>
            (book.covers(a, drug) && book.covers(b, other)) ||
            (book.covers(b, drug) && book.covers(a, other)),
        ),
      )
      .sort(byGravity)[0];
    if (!worst) return unknowns;
    const message = {
      en: `With ${taken.text}: ${worst.effect.en} ${worst.action.en}`,
      vi: `Với ${taken.text}: ${worst.effect.vi} ${worst.action.vi}`,
    };
    const evidence = [entryOf(taken), ...sourceOf(tables, worst.source)];
    return [finding(input, ['interaction', worst.severity], message, evidence), ...unknowns];
  });
}

function unnamed(input: CheckInput, taken: MedicationEntry): SafetyFinding {
  const message = {
    en: `The chart names a medication only by reference (${taken.text}): interactions and duplicates with it were not checked.`,
    vi: `Hồ sơ chỉ nêu một thuốc bằng tham chiếu (${taken.text}): chưa kiểm tra tương tác và trùng lặp với thuốc đó.`,
  };
  return finding(input, ['interaction', 'unknown'], message, [entryOf(taken)]);
}

/** The same drug, or another of a class of which one is enough, among the active ones. */
export function checkDuplicates(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book } = input;
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    const others = book.resolve(taken.text).drugs;
    if (others.some(({ name }) => name === drug.name)) {
      const message = { en: `${taken.text} is already active.`, vi: `${taken.text} đang được dùng.` };
      return [finding(input, ['duplicate', 'major'], message, [entryOf(taken)])];
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
    const evidence = [entryOf(taken), ...sourceOf(tables, shared.source)];
    return [finding(input, ['duplicate', 'moderate'], message, evidence)];
  });
}
