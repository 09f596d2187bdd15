/** Two sides of a contradiction and how it was decided, as far as a flow tells it. */
export interface ConflictSide {
  agent: string;
  claim: string;
  weight: number | null;
  weights: Readonly<Record<string, number>>;
  isWinner: boolean;
}

export interface Conflict {
  subject: string;
  rule: string;
  sides: readonly ConflictSide[];
}

/** The contradictions in a flow's own output; none where it has none or tells them otherwise. */
export function readConflicts(output: Readonly<Record<string, unknown>>): Conflict[] {
  const actions = Array.isArray(output.flow_action) ? output.flow_action : [];
  return actions
    .filter((action): action is Fields => isFields(action) && action.type === 'resolver')
    .flatMap((action) => {
      const details = isFields(action.details) ? action.details : {};
      const listed = Array.isArray(details.conflicts) ? details.conflicts : [];
      return listed.filter(isFields).map((conflict) => readConflict(conflict, String(action.policy ?? '')));
    })
    .filter(({ sides }) => sides.length > 1);
}

type Fields = Readonly<Record<string, unknown>>;

function readConflict(conflict: Fields, policy: string): Conflict {
  const winner = isFields(conflict.winner) ? conflict.winner.agent : conflict.winner;
  const sides = [conflict.sides, conflict.candidates, conflict.claims].find(Array.isArray) ?? [];
  return {
    subject: textOf(conflict.subject ?? conflict.topic ?? conflict.field),
    rule: textOf(conflict.rule ?? conflict.decided_by ?? policy),
    sides: sides.filter(isFields).map((side, i) => ({
      agent: textOf(side.agent),
      claim: textOf(side.claim ?? side.text ?? side.value ?? side.answer),
      weight:
        typeof side.score === 'number' ? side.score : typeof side.weight === 'number' ? side.weight : null,
      weights: numbersOf(side.weights ?? side.scores ?? side.parts),
      isWinner: side.won === true || winner === side.agent || winner === i,
    })),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

function numbersOf(value: unknown): Record<string, number> {
  if (!isFields(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]): [string, number][] =>
      typeof part === 'number' ? [[key, part]] : [],
    ),
  );
}
