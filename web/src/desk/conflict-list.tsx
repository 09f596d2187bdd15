import { useText } from '../text/use-text.ts';
import { readConflicts } from './read-conflicts.ts';

/** Where departments contradicted each other: both sides, the rule that decided, and what each weighed. */
export function ConflictList({ output }: { output: Readonly<Record<string, unknown>> }) {
  const { t } = useText();
  const conflicts = readConflicts(output);
  if (conflicts.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="eyebrow mb-2">{t.conflicts}</h3>
      {conflicts.map(({ subject, rule, sides }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contradictions have no name of their own, and never change places.
        <div key={i} className="mb-3 rounded-xl border border-line p-4 text-sm">
          {subject !== '' && <p className="mb-2 font-semibold">{subject}</p>}
          <div className="grid gap-3 sm:grid-cols-2">
            {sides.map(({ agent, claim, weight, weights, isWinner }) => (
              <div
                key={`${agent} ${claim}`}
                className={`rounded-lg border p-3 ${isWinner ? 'border-accent bg-soft' : 'border-line'}`}
              >
                <p className="mb-1 flex justify-between gap-2 font-semibold">
                  <span>{agent}</span>
                  <span className={isWinner ? 'text-accent' : 'text-muted'}>
                    {isWinner ? t.conflictWon : t.conflictLost}
                    {weight !== null && ` · ${weight.toFixed(2)}`}
                  </span>
                </p>
                <p className="text-[0.9375rem]">{claim}</p>
                {Object.keys(weights).length > 0 && (
                  <p className="mt-2 text-muted text-xs">
                    {t.conflictWeights}:{' '}
                    {Object.entries(weights)
                      .map(([name, value]) => `${name} ${value.toFixed(2)}`)
                      .join(', ')}
                  </p>
                )}
              </div>
            ))}
          </div>
          {rule !== '' && (
            <p className="mt-2 text-muted">
              {t.conflictRule}: {rule}
            </p>
          )}
        </div>
      ))}
    </section>
  );
}
