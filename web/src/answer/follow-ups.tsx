import type { Answer } from '../../../src/domain/answer.ts';
import { useAsker } from '../shell/asker-context.tsx';
import { examplesFor } from '../text/examples.ts';
import { useText } from '../text/use-text.ts';

interface FollowUpsProps {
  question: string;
  answer: Answer;
  onAsk: (question: string) => void;
}

/** What to ask next: what the answer suggests, or else what people of that role ask. */
export function FollowUps({ question, answer, onAsk }: FollowUpsProps) {
  const { t } = useText();
  const asker = useAsker();
  const { flow, language, follow_up_questions, emergency } = answer;
  const isOwn = follow_up_questions.length > 0;
  const others = () => examplesFor(asker, language, flow === 'desk').filter((one) => one !== question);
  const questions = isOwn
    ? follow_up_questions
    : flow === 'clinic' || emergency !== null
      ? []
      : others().slice(0, 2);
  if (questions.length === 0) return null;
  return (
    <section className="no-print mt-5" data-testid="follow-ups">
      <h3 className="eyebrow mb-2">{isOwn ? t.followUps : t.examples}</h3>
      <div className="flex flex-wrap gap-2">
        {questions.map((next) => (
          <button
            key={next}
            type="button"
            className="button h-auto! py-1.5! text-left"
            onClick={() => onAsk(next)}
          >
            {next}
          </button>
        ))}
      </div>
    </section>
  );
}
