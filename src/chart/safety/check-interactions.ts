import {
  alreadyActive,
  interactionsUnknown,
  interactsWith,
  onlyByReference,
  sameClassActive,
} from '../../../texts/safety.ts';
import type { SafetyFinding } from '../../domain/approval.ts';
import type { Bilingual } from '../../domain/language.ts';
import { byGravity } from '../../domain/severity.ts';
import type { CheckInput } from './check-prescription.ts';
import { entryOf, finding, sourceOf } from './make-finding.ts';

/** The drug with each active one, in both directions, the gravest of what the tables say of a pair. */
export function checkInteractions(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book } = input;
  const active = facts.medication.flatMap(({ text }) => book.resolve(text).drugs);
  const isTaken = (key: string) => active.some(({ classes }) => classes.includes(key));
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    const unchecked = (message: Bilingual) =>
      finding(input, ['interaction', 'unknown'], message, [entryOf(taken)]);
    if (taken.unnamed) return [unchecked(onlyByReference(taken.text))];
    const { drugs, unknown } = book.resolve(taken.text);
    const unread = drugs.length === 0 ? [taken.text] : unknown;
    const unknowns = unread.map((name) => unchecked(interactionsUnknown(name)));
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
    const message = interactsWith(taken.text, worst.effect, worst.action);
    const evidence = [entryOf(taken), ...sourceOf(tables, worst.source)];
    return [finding(input, ['interaction', worst.severity], message, evidence), ...unknowns];
  });
}

/** The same drug, or another of a class of which one is enough, among the active ones. */
export function checkDuplicates(input: CheckInput): SafetyFinding[] {
  const { drug, facts, tables, book } = input;
  return facts.medication.flatMap((taken): SafetyFinding[] => {
    const others = book.resolve(taken.text).drugs;
    if (others.some(({ name }) => name === drug.name))
      return [finding(input, ['duplicate', 'major'], alreadyActive(taken.text), [entryOf(taken)])];
    const shared = tables.classes.find(
      ({ class: key, duplicate }) =>
        duplicate && drug.classes.includes(key) && others.some(({ classes }) => classes.includes(key)),
    );
    if (!shared) return [];
    const message = sameClassActive(taken.text, shared.names);
    const evidence = [entryOf(taken), ...sourceOf(tables, shared.source)];
    return [finding(input, ['duplicate', 'moderate'], message, evidence)];
  });
}
