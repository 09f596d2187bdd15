import { useAsker } from '../shell/asker-context.tsx';
import { examplesFor } from '../text/examples.ts';
import { useText } from '../text/use-text.ts';

/** An empty conversation: what this is, and questions that fit the person. */
export function Welcome({ onAsk, isDesk = false }: { onAsk: (question: string) => void; isDesk?: boolean }) {
  const { t, language } = useText();
  const asker = useAsker();
  const examples = examplesFor(asker, language, isDesk);
  return (
    <div className="appear pb-8">
      <h1 className="font-serif text-[2rem] leading-tight tracking-tight sm:text-[2.5rem]">
        {isDesk ? t.welcomeDesk : t.welcome}
      </h1>
      <p className="mt-3 max-w-[34rem] text-lg text-muted leading-relaxed">
        {isDesk ? t.welcomeDeskHint : t.welcomeHint}
      </p>
      {asker !== null && (
        <p
          data-testid="about"
          className="mt-5 max-w-[38rem] border-accent border-l-2 pl-3 text-[0.9375rem] text-muted leading-relaxed"
        >
          {t.about} {asker.demo !== null && <strong className="font-semibold text-ink">{t.aboutDemo}</strong>}{' '}
          {asker.model === 'none' ? t.aboutNoModel : t.aboutModel(asker.model)}
        </p>
      )}
      <h2 className="eyebrow mt-9 mb-2">{t.examples}</h2>
      <ul className="divide-y divide-line border-line border-y">
        {examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              className="w-full py-3 text-left font-serif text-[1.0625rem] hover:text-accent"
              onClick={() => onAsk(example)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
