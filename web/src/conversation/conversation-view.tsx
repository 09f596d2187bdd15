import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type OpenSource, SourcePanel } from '../answer/source-panel.tsx';
import { useOpenSource } from '../answer/use-open-source.ts';
import type { RunView } from '../run/run-view.ts';
import { useText } from '../text/use-text.ts';
import { Composer, type FlowChoice } from './composer.tsx';
import { LazyTurn } from './lazy-turn.tsx';
import type { Picture } from './picture-button.tsx';
import { TurnView } from './turn-view.tsx';
import { useConversation } from './use-conversation.ts';

interface ConversationViewProps {
  id: string | null;
  onBegun: (conversationId: string) => void;
  /** The flow that the view is made for; null leaves it to the asker. */
  flow: FlowChoice | null;
  patientId?: string;
  placeholder?: string;
  /** Stands above the conversation and scrolls with it. */
  before?: ReactNode;
  /** Stands beside the conversation where there is room for it, while no source does. */
  beside?: ReactNode;
  /** Shown while nothing has been asked. */
  renderWelcome: (ask: (question: string) => void) => ReactNode;
}

/** Questions, answers, the source beside them, and the place to ask on. */
export function ConversationView({
  id,
  onBegun,
  flow,
  patientId,
  placeholder,
  before,
  beside,
  renderWelcome,
}: ConversationViewProps) {
  const { t, language } = useText();
  const { turns, isLoading, error, ask, resume, stop, keepFeedback } = useConversation(id, onBegun);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<FlowChoice>('auto');
  const [picture, setPicture] = useState<Picture | null>(null);
  const { open: chosenSource, onOpen, close, forget, isBeside } = useOpenSource();
  const field = useRef<HTMLTextAreaElement>(null);
  const last = useRef<HTMLDivElement>(null);
  const count = turns.length;
  // The source of another conversation's answer goes with that conversation.
  const open = turns.some(({ view }) => isCitedIn(view, chosenSource)) ? chosenSource : null;
  const isEmpty = count === 0 && !isLoading;
  const running = turns.findLast(({ isRunning }) => isRunning);

  const askNow = (question: string) => {
    setText('');
    setPicture(null);
    forget();
    ask({
      message: question,
      flow: flow ?? chosen,
      ...(patientId === undefined ? {} : { patient_id: patientId }),
      ...(picture === null ? {} : { image: picture.data }),
    });
  };
  const latestAsk = useRef(askNow);
  latestAsk.current = askNow;
  const latestResume = useRef(resume);
  latestResume.current = resume;
  const onAsk = useCallback((question: string) => latestAsk.current(question), []);
  const onDecided = useCallback((runId: string) => latestResume.current(runId), []);
  const onEdit = useCallback((question: string) => {
    setText(question);
    field.current?.focus();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is shown, as is a conversation that was opened.
  useEffect(() => {
    if (count > 0) last.current?.scrollIntoView({ block: 'start' });
  }, [count, id]);

  return (
    <div className="flex min-w-0 flex-1">
      <div className="flex min-h-full min-w-0 flex-1 flex-col" inert={open !== null && !isBeside}>
        <div
          className={`mx-auto w-full ${before === undefined ? 'max-w-[47rem]' : 'max-w-[60rem]'} flex-1 px-4 pt-6 sm:px-8 ${isEmpty && before === undefined ? 'flex flex-col justify-center' : ''}`}
        >
          {before !== undefined && <div className="print-whole">{before}</div>}
          {isLoading && <p className="text-muted">{t.loading}</p>}
          {error !== null && <p className="text-danger">{error.message}</p>}
          {isEmpty && error === null && renderWelcome(onAsk)}
          {turns.map((turn, i) => (
            <LazyTurn
              key={turn.key}
              isPinned={i === count - 1 || turn.isRunning}
              isBelowBar={before !== undefined}
              {...(i === count - 1 ? { frameRef: last } : {})}
            >
              <TurnView
                turn={turn}
                open={isCitedIn(turn.view, open) ? open : null}
                onOpen={onOpen}
                onAsk={onAsk}
                onEdit={onEdit}
                onFeedback={keepFeedback}
                onDecided={onDecided}
              />
            </LazyTurn>
          ))}
        </div>
        <div className="no-print sticky bottom-0 bg-linear-to-t from-70% from-paper px-4 pt-4 pb-4 sm:px-8">
          <div
            className={`mx-auto ${before === undefined ? 'max-w-[45rem]' : 'max-w-[58rem]'}`}
            lang={language}
          >
            <Composer
              text={text}
              onText={setText}
              flow={flow ?? chosen}
              onFlow={flow === null ? setChosen : null}
              placeholder={placeholder ?? (isEmpty ? t.questionPlaceholder : t.followPlaceholder)}
              onAsk={onAsk}
              picture={picture}
              onPicture={(flow ?? chosen) === 'clinic' ? setPicture : null}
              onStop={running === undefined ? null : () => stop(running.key)}
              isStopping={running?.isStopping ?? false}
              field={field}
            />
          </div>
        </div>
      </div>
      {open === null ? beside : <SourcePanel open={open} onClose={close} />}
    </div>
  );
}

function isCitedIn({ answer }: RunView, open: OpenSource | null): boolean {
  const shown = [...(answer?.sources ?? []), ...(answer?.abstained?.searched.closest ?? [])];
  return open !== null && shown.some((one) => one === open.source);
}
