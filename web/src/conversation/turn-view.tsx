import { memo } from 'react';
import type { Feedback } from '../../../src/domain/run-record.ts';
import { EmergencyBanner } from '../answer/answer-notices.tsx';
import { AnswerText } from '../answer/answer-text.tsx';
import { AnswerView } from '../answer/answer-view.tsx';
import type { OpenSource } from '../answer/source-panel.tsx';
import { ApprovalsOfRun } from '../clinic/approvals-of-run.tsx';
import { PlanOfRun } from '../desk/plan-of-run.tsx';
import { PlanView } from '../desk/plan-view.tsx';
import { readPlan } from '../desk/read-plan.ts';
import { emergencyOf } from '../run/run-view.ts';
import { RunningSteps } from '../run/running-steps.tsx';
import { useText } from '../text/use-text.ts';
import { TurnFailure } from './turn-failure.tsx';
import type { Turn } from './use-conversation.ts';

interface TurnViewProps {
  turn: Turn;
  open: OpenSource | null;
  onOpen: (open: OpenSource, mark: HTMLElement) => void;
  onAsk: (question: string) => void;
  onEdit: (question: string) => void;
  onFeedback: (runId: string, feedback: Feedback | null) => void;
  onDecided: (runId: string) => void;
}

/** A question and what came of it. */
export const TurnView = memo(function TurnView({
  turn,
  open,
  onOpen,
  onAsk,
  onEdit,
  onFeedback,
  onDecided,
}: TurnViewProps) {
  const { t } = useText();
  const { question, view, isRunning, isLost } = turn;
  const { answer, error, draft } = view;
  const emergency = emergencyOf(view);
  const plan = readPlan(view.progress);
  return (
    <article className="pb-10">
      <h2 className="mb-4 whitespace-pre-wrap font-semibold font-serif text-[1.375rem] leading-snug [overflow-wrap:anywhere]">
        <span className="sr-only">{t.you}: </span>
        {question}
      </h2>
      {isLost && <p className="mb-3 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">{t.offline}</p>}
      {emergency !== null && <EmergencyBanner emergency={emergency} />}
      {plan !== null && <PlanView plan={plan} isDone={!isRunning} />}
      {plan === null && !isRunning && answer?.flow === 'desk' && <PlanOfRun runId={answer.id} />}
      {isRunning && (
        <div className="mb-4">
          <RunningSteps view={view} />
          {draft !== '' && (
            <div className="mt-4 border-line border-l-2 pl-4 text-muted">
              <p className="mb-1 text-sm">{t.writing}</p>
              <AnswerText message={draft} citations={[]} />
            </div>
          )}
        </div>
      )}
      {answer !== null && (
        <AnswerView
          question={question}
          answer={answer}
          open={open}
          onOpen={onOpen}
          onAsk={onAsk}
          onEdit={onEdit}
          feedback={turn.feedback}
          onFeedback={onFeedback}
          afterText={answer.flow === 'clinic' && <ApprovalsOfRun runId={answer.id} onDecided={onDecided} />}
        />
      )}
      {error !== null && (
        <TurnFailure
          error={error}
          runId={view.runId}
          onRetry={() => onAsk(question)}
          onEdit={() => onEdit(question)}
        />
      )}
      <span aria-live="polite" className="sr-only">
        {answer !== null && !isRunning ? t.answered : ''}
      </span>
    </article>
  );
});
