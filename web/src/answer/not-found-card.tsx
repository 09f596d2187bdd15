import { useId } from 'react';
import type { Abstention, NotFoundCard as Card } from '../../../src/domain/answer.ts';
import { useText } from '../text/use-text.ts';
import type { OpenSource } from './source-panel.tsx';

interface NotFoundCardProps {
  card: Card;
  searched: Abstention['searched'];
  onOpen: (open: OpenSource, mark: HTMLElement) => void;
}

/** That there is no answer, in one card: what was searched, what came near, how to ask better, whom to ask. */
export function NotFoundCard({ card, searched: { closest = [] }, onOpen }: NotFoundCardProps) {
  const { t } = useText();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-testid="not-found"
      className="rounded-xl border border-line bg-surface p-5 text-[0.9375rem] leading-relaxed"
    >
      <h3 id={id} className="font-semibold font-serif text-lg">
        {card.title}
      </h3>
      <p className="mt-1.5 text-muted [overflow-wrap:anywhere]">{card.searched}</p>
      {closest.length > 0 && (
        <>
          <h4 className="eyebrow mt-4 mb-1">{t.nearest}</h4>
          <ul className="divide-y divide-line border-line border-y">
            {closest.map((near) => (
              <li key={near.document_id} className="py-2.5">
                <button
                  type="button"
                  className="min-h-6 text-left font-medium text-accent underline underline-offset-3"
                  onClick={(event) => onOpen({ source: near, citation: null }, event.currentTarget)}
                >
                  {near.title}
                </button>
                <p className="mt-0.5 line-clamp-4 font-serif text-muted">{near.sentence}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <dl className="mt-4 grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_1fr]">
        <dt className="font-medium">{t.notFound.askBetter}</dt>
        <dd className="text-muted max-sm:mb-1">{card.ask_better}</dd>
        <dt className="font-medium">{t.notFound.whomToAsk}</dt>
        <dd className="text-muted">{card.whom_to_ask}</dd>
      </dl>
      {card.urgent !== null && (
        <div className="mt-4 border-danger border-l-2 pl-3">
          <p>
            <strong className="font-semibold text-danger">{t.notFound.urgent}.</strong> {card.urgent.text}{' '}
            <a
              className="inline-block min-h-6 whitespace-nowrap font-semibold text-danger underline underline-offset-3"
              href={`tel:${card.urgent.phone.replace(/[^\d+]/gu, '')}`}
            >
              {t.call(card.urgent.phone)}
            </a>
          </p>
        </div>
      )}
    </section>
  );
}
