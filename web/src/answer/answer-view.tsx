import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Answer, Citation } from '../../../src/domain/answer.ts';
import { ChoiceList } from '../clinic/choice-list.tsx';
import { ConflictList } from '../desk/conflict-list.tsx';
import { useText } from '../text/use-text.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AbstentionNote, AnswerCaveats } from './answer-notices.tsx';
import { AnswerText } from './answer-text.tsx';
import { CitationCard } from './citation-card.tsx';
import { Confidence } from './confidence.tsx';
import { SourceList } from './source-list.tsx';
import type { OpenSource } from './source-panel.tsx';

const Trace = lazy(() => import('../trace/trace.tsx').then(({ Trace }) => ({ default: Trace })));

interface AnswerViewProps {
  question: string;
  answer: Answer;
  open: OpenSource | null;
  onOpen: (open: OpenSource, mark: HTMLElement) => void;
  onAsk: (question: string) => void;
  /** What the text leads to: the writes it proposes. */
  afterText?: ReactNode;
}

/** An answer with all that makes it checkable. */
export function AnswerView({ question, answer, open, onOpen, onAsk, afterText }: AnswerViewProps) {
  const { t } = useText();
  const [isTraceOpen, setTraceOpen] = useState(false);
  const { message, citations, sources, abstained, follow_up_questions } = answer;
  const sourceOf = (index: number) => sources.find((source) => source.index === index);
  const openCitation = (citation: Citation, mark: HTMLElement) => {
    const source = sourceOf(citation.source_index);
    if (source) onOpen({ source, citation }, mark);
  };

  return (
    <div data-testid="answer">
      {abstained !== null && <AbstentionNote abstained={abstained} />}
      <AnswerText
        message={message}
        citations={citations}
        isTemporal={answer.route === 'TEMPORAL'}
        titleOf={(index) => sourceOf(index)?.title ?? ''}
        renderCard={(citation) => (
          <CitationCard citation={citation} source={sourceOf(citation.source_index)} />
        )}
        open={open?.citation ?? null}
        onOpen={openCitation}
      />
      <ChoiceList output={answer.output} onAsk={onAsk} />
      {afterText}
      <ConflictList output={answer.output} />
      {citations.length > 0 && <Confidence answer={answer} />}
      {sources.length > 0 && <SourceList sources={sources} onOpen={onOpen} />}
      {follow_up_questions.length > 0 && (
        <section className="no-print mt-5">
          <h3 className="eyebrow mb-2">{t.followUps}</h3>
          <div className="flex flex-wrap gap-2">
            {follow_up_questions.map((next) => (
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
      )}
      <AnswerCaveats answer={answer} />
      <AnswerActions
        question={question}
        answer={answer}
        isTraceOpen={isTraceOpen}
        onTrace={() => setTraceOpen(!isTraceOpen)}
      />
      {isTraceOpen && (
        <Suspense fallback={<p className="text-muted">{t.loading}</p>}>
          <Trace runId={answer.id} flow={answer.flow} />
        </Suspense>
      )}
    </div>
  );
}
