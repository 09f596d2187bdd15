export interface ConflictSide {
  agent: string;
  text: string;
  /** The document it stands in, and when that was made; answers stored before these were told have neither. */
  title: string;
  createdAt: string;
  score: number;
  /** What each reason speaks for this side, before it is weighted. */
  factors: Readonly<Record<string, number>>;
  isWinner: boolean;
}

/** Two statements that contradict each other, which is believed, and by which reason. */
export interface Conflict {
  kind: string;
  /** Null where nothing weighed enough: then both are shown. */
  rule: string | null;
  sides: readonly [ConflictSide, ConflictSide];
  weights: Readonly<Record<string, number>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The contradictions that the desk's resolver tells of in its output; none where there were none. */
export function readConflicts(output: Fields): Conflict[] {
  const actions = Array.isArray(output.flow_action) ? output.flow_action.filter(isFields) : [];
  return actions.flatMap(({ type, metadata }) => {
    if (type !== 'resolver' || !isFields(metadata) || !Array.isArray(metadata.conflicts)) return [];
    const weights = numbersOf(metadata.weights);
    return metadata.conflicts.filter(isFields).map((conflict) => ({
      kind: textOf(conflict.kind),
      rule: typeof conflict.rule === 'string' ? conflict.rule : null,
      sides: [sideOf(conflict, 'a'), sideOf(conflict, 'b')] as const,
      weights,
    }));
  });
}

function sideOf({ a, b, winner, scores, factors }: Fields, side: 'a' | 'b'): ConflictSide {
  const said = side === 'a' ? a : b;
  const { agent, text, title, created_at } = isFields(said) ? said : {};
  const each = Object.entries(isFields(factors) ? factors : {});
  return {
    agent: textOf(agent),
    text: textOf(text),
    title: textOf(title),
    createdAt: textOf(created_at),
    score: numbersOf(scores)[side] ?? 0,
    factors: Object.fromEntries(each.map(([name, pair]) => [name, numbersOf(pair)[side] ?? 0])),
    isWinner: winner === side || winner === 'both',
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numbersOf(value: unknown): Record<string, number> {
  if (!isFields(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]): [string, number][] =>
      typeof part === 'number' ? [[key, part]] : [],
    ),
  );
}
