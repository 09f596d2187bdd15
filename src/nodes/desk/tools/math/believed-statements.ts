import type { RankedPassage } from '../../../../domain/passage.ts';
import { splitProse } from '../../../../domain/sentences.ts';
import {
  earlierVersions,
  type SettleOptions,
  settleConflicts,
  statementKey,
} from '../../conflicts/settle-conflicts.ts';

/** Compared each with each: beyond this the best of them say what there is. */
const MAX_COMPARED = 60;

/** A passage, and the agent that found it. */
export interface Found {
  agent: string;
  passage: RankedPassage;
}

/**
 * Which sentences of what was found a calculation may rest on: none of an earlier version, and none that lost to another
 * or that another contradicts without either being preferred.
 */
export function believedStatements(
  found: readonly Found[],
  options: SettleOptions,
): (passage: RankedPassage, text: string) => boolean {
  const outdated = earlierVersions(found.map(({ passage }) => passage));
  const stated = found
    .filter(({ passage }) => !outdated.has(passage.document_id))
    .flatMap(({ agent, passage }) =>
      splitProse(passage.text, passage.document.language)
        // What has no number gives a calculation none.
        .filter(({ text }) => /\d/u.test(text))
        .map(({ text }) => ({ agent, text, passage })),
    )
    .slice(0, MAX_COMPARED);
  const doubted = new Set(
    settleConflicts(stated, options).flatMap(({ a, b, winner }) =>
      (winner === 'both' ? [a, b] : [winner === 'a' ? b : a]).map(({ passage_id, text }) =>
        statementKey(passage_id, text),
      ),
    ),
  );
  return ({ id, document_id }, text) => !outdated.has(document_id) && !doubted.has(statementKey(id, text));
}
