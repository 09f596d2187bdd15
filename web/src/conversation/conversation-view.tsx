import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type OpenSource, SourcePanel } from '../answer/source-panel.tsx';
import { useText } from '../text/use-text.ts';
import { Composer, type FlowChoice, type Picture } from './composer.tsx';
import { LazyTurn } from './lazy-turn.tsx';
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
  renderWelcome,
}: ConversationViewProps) {
  const { t, language } = useText();
  const { turns, isLoading, error, ask, goOn } = useConversation(id, onBegun);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<FlowChoice>('auto');
  const [picture, setPicture] = useState<Picture | null>(null);
  const [open, setOpen] = useState<OpenSource | null>(null);
  const opener = useRef<HTMLElement>(null);
  const last = useRef<HTMLDivElement>(null);
  const count = turns.length;
  const isEmpty = count === 0 && !isLoading;

  const askNow = (question: string) => {
    setText('');
    setPicture(null);
    setOpen(null);
    ask({
      message: question,
      flow: flow ?? chosen,
      ...(patientId === undefined ? {} : { patient_id: patientId }),
      ...(picture === null ? {} : { image: picture.data }),
    });
  };
  const asked = useRef(askNow);
  asked.current = askNow;
  const went = useRef(goOn);
  went.current = goOn;
  const onAsk = useCallback((question: string) => asked.current(question), []);
  const onDecided = useCallback((runId: string) => went.current(runId), []);
  const onOpen = useCallback((next: OpenSource, mark: HTMLElement) => {
    opener.current = mark;
    setOpen(next);
  }, []);
  const close = () => {
    setOpen(null);
    opener.current?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is shown, as is a conversation that was opened.
  useEffect(() => {
    if (count > 0) last.current?.scrollIntoView({ block: 'start' });
  }, [count, id]);

  return (
    <div className="flex min-w-0 flex-1">
      <div className="flex min-h-full min-w-0 flex-1 flex-col">
        <div
          className={`mx-auto w-full ${before === undefined ? 'max-w-[47rem]' : 'max-w-[60rem]'} flex-1 px-4 pt-6 sm:px-8 ${isEmpty && before === undefined ? 'flex flex-col justify-center' : ''}`}
        >
          {before}
          {isLoading && <p className="text-muted">{t.loading}</p>}
          {error !== null && <p className="text-danger">{error.message}</p>}
          {isEmpty && error === null && renderWelcome(onAsk)}
          {turns.map((turn, i) => (
            <LazyTurn
              key={turn.key}
              isPinned={i === count - 1 || turn.isRunning}
              {...(i === count - 1 ? { frameRef: last } : {})}
            >
              <TurnView
                turn={turn}
                open={turn.view.answer?.sources.includes(open?.source as never) ? open : null}
                onOpen={onOpen}
                onAsk={onAsk}
                onDecided={onDecided}
              />
            </LazyTurn>
          ))}
        </div>
        <div className="sticky bottom-0 bg-linear-to-t from-70% from-paper px-4 pt-4 pb-4 sm:px-8">
          <div className="mx-auto max-w-[45rem]" lang={language}>
            <Composer
              text={text}
              onText={setText}
              flow={flow ?? chosen}
              onFlow={flow === null ? setChosen : null}
              placeholder={placeholder ?? (isEmpty ? t.questionPlaceholder : t.followPlaceholder)}
              onAsk={onAsk}
              picture={picture}
              onPicture={(flow ?? chosen) === 'clinic' ? setPicture : null}
            />
          </div>
        </div>
      </div>
      {open !== null && <SourcePanel open={open} onClose={close} />}
    </div>
  );
}
