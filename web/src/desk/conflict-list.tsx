import type { Source } from '../../../src/domain/answer.ts';
import type { OpenSource } from '../answer/source-panel.tsx';
import { formatDate } from '../text/format-date.ts';
import { formatNumber, sayNumber } from '../text/format-number.ts';
import { useText } from '../text/use-text.ts';
import { type Conflict, type ConflictSide, readConflicts } from './read-conflicts.ts';

interface Titles {
  sources: readonly Source[];
  onOpen: (open: OpenSource, mark: HTMLElement) => void;
}

/** Where sources contradicted each other: both sides, the reason that decided, and what each weighed. */
export function ConflictList({ output, ...titles }: { output: Readonly<Record<string, unknown>> } & Titles) {
  const { t } = useText();
  const conflicts = readConflicts(output);
  if (conflicts.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="eyebrow mb-2">{t.conflicts}</h3>
      <div className="grid gap-3">
        {conflicts.map((conflict, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: contradictions have no name of their own, and never change places.
          <ConflictCard key={i} conflict={conflict} {...titles} />
        ))}
      </div>
    </section>
  );
}

function ConflictCard({ conflict: { rule, sides, weights }, ...titles }: { conflict: Conflict } & Titles) {
  const { t, language } = useText();
  const reasons = Object.keys(weights).filter((name) =>
    sides.some(({ factors }) => (factors[name] ?? 0) > 0),
  );
  return (
    <div className="rounded-xl border border-line p-4 text-sm" data-testid="conflict">
      <div className="grid gap-3 sm:grid-cols-2">
        {sides.map((side) => (
          <SideCard key={side.text} side={side} isOpen={rule === null} {...titles} />
        ))}
      </div>
      <p className="mt-3">
        <span className="text-muted">{t.conflictRule}:</span>{' '}
        <strong className="font-semibold">
          {rule === null ? t.conflictOpen : (t.conflictReasons[rule] ?? rule)}
        </strong>
      </p>
      {reasons.length > 0 && (
        <table className="data mt-2 max-w-96">
          <thead>
            <tr>
              <th>{t.conflictReason}</th>
              <th>{t.conflictWeight}</th>
              <th>{t.conflictSide(1)}</th>
              <th>{t.conflictSide(2)}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map((name) => (
              <tr key={name}>
                <td>{t.conflictReasons[name] ?? name}</td>
                <td>{sayNumber(weights[name] ?? 0, language)}</td>
                {sides.map(({ text, factors }) => (
                  <td key={text}>{sayNumber(factors[name] ?? 0, language)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function SideCard({
  side: { agent, text, title, createdAt, score, isWinner },
  isOpen,
  sources,
  onOpen,
}: {
  side: ConflictSide;
  isOpen: boolean;
} & Titles) {
  const { t, language } = useText();
  const counts = isWinner && !isOpen;
  const source = sources.find((one) => one.title === title);
  return (
    <div className={`rounded-lg border p-3 ${counts ? 'border-accent bg-soft' : 'border-line'}`}>
      <p className="mb-1 flex justify-between gap-2">
        <span className="font-semibold">{t.departments[agent] ?? agent}</span>
        <span className={counts ? 'font-semibold text-accent' : 'text-muted'}>
          {isOpen ? '' : `${counts ? t.conflictWon : t.conflictLost} · `}
          {formatNumber(score, language, 2)}
        </span>
      </p>
      <p className={`font-serif text-[0.9375rem] ${isWinner ? '' : 'text-muted line-through'}`}>{text}</p>
      {title !== '' && (
        <p className="mt-1.5 text-muted">
          {source === undefined ? (
            title
          ) : (
            <button
              type="button"
              className="text-left text-accent underline underline-offset-3"
              onClick={(event) => onOpen({ source, citation: null }, event.currentTarget)}
            >
              {title}
            </button>
          )}
          {createdAt !== '' && `, ${formatDate(createdAt, language)}`}
        </p>
      )}
    </div>
  );
}
