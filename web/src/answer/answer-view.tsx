import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Answer, Citation } from '../../../src/domain/answer.ts';
import type { Feedback } from '../../../src/domain/run-record.ts';
import { AskedValues } from '../clinic/asked-values.tsx';
import { ChoiceList } from '../clinic/choice-list.tsx';
import { ConflictList } from '../desk/conflict-list.tsx';
import { useText } from '../text/use-text.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AbstentionNote, AnswerCaveats } from './answer-notices.tsx';
import { AnswerText } from './answer-text.tsx';
import { CitationCard } from './citation-card.tsx';
import { Confidence } from './confidence.tsx';
import { FollowUps } from './follow-ups.tsx';
import { NotFoundCard } from './not-found-card.tsx';
import { SourceList } from './source-list.tsx';
import type { OpenSource } from './source-panel.tsx';

const Trace = lazy(() => import('../trace/trace.tsx').then(({ Trace }) => ({ default: Trace })));

interface AnswerViewProps {
  question: string;
  answer: Answer;
  open: OpenSource | null;
  onOpen: (open: OpenSource, mark: HTMLElement) => void;
  onAsk: (question: string) => void;
  onEdit: (question: string) => void;
  feedback: Feedback | null;
  onFeedback: (runId: string, feedback: Feedback | null) => void;
  /** What the text leads to: the writes it proposes. */
  afterText?: ReactNode;
}

/** An answer with all that makes it checkable. */
export function AnswerView({
  question,
  answer,
  open,
  onOpen,
  onAsk,
  onEdit,
  feedback,
  onFeedback,
  afterText,
}: AnswerViewProps) {
  const { t } = useText();
  const [isTraceOpen, setTraceOpen] = useState(false);
  const { message, citations, sources, abstained } = answer;
  const sourceOf = (index: number) => sources.find((source) => source.index === index);
  const openCitation = (citation: Citation, mark: HTMLElement) => {
    const source = sourceOf(citation.source_index);
    if (source) onOpen({ source, citation }, mark);
  };

  return (
    <div data-testid="answer">
      {abstained?.card ? (
        <NotFoundCard card={abstained.card} searched={abstained.searched} onOpen={onOpen} />
      ) : (
        <>
          {abstained !== null && answer.emergency === null && <AbstentionNote abstained={abstained} />}
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
        </>
      )}
      <AskedValues output={answer.output} />
      <ChoiceList output={answer.output} onAsk={onAsk} />
      {afterText}
      <ConflictList output={answer.output} sources={sources} onOpen={onOpen} />
      {citations.length > 0 && <Confidence answer={answer} />}
      {sources.length > 0 && <SourceList sources={sources} onOpen={onOpen} />}
      <FollowUps question={question} answer={answer} onAsk={onAsk} />
      <AnswerCaveats answer={answer} />
      <AnswerActions
        question={question}
        answer={answer}
        isTraceOpen={isTraceOpen}
        onTrace={() => setTraceOpen(!isTraceOpen)}
        feedback={feedback}
        onFeedback={onFeedback}
        onEdit={onEdit}
      />
      {isTraceOpen && (
        <Suspense fallback={<p className="text-muted">{t.loading}</p>}>
          <Trace runId={answer.id} flow={answer.flow} />
        </Suspense>
      )}
    </div>
  );
}
