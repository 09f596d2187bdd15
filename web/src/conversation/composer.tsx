import { type FormEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';
import type { FlowName } from '../../../src/domain/ask.ts';
import { useAsker } from '../shell/asker-context.tsx';
import { Icon } from '../shell/icon.tsx';
import { offeredFlows } from '../shell/offered-flows.ts';
import { useText } from '../text/use-text.ts';
import { type Picture, PictureButton } from './picture-button.tsx';

export type FlowChoice = FlowName | 'auto';

interface ComposerProps {
  text: string;
  onText: (text: string) => void;
  flow: FlowChoice;
  /** Null where the view has chosen the flow. */
  onFlow: ((flow: FlowChoice) => void) | null;
  placeholder: string;
  onAsk: (question: string) => void;
  /** Null where the flow takes no pictures. */
  picture: Picture | null;
  onPicture: ((picture: Picture | null) => void) | null;
  /** Null while nothing is being answered. */
  onStop: (() => void) | null;
  isStopping: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Where questions are written. */
export function Composer({
  text,
  onText,
  flow,
  onFlow,
  placeholder,
  onAsk,
  picture,
  onPicture,
  onStop,
  isStopping,
  field,
}: ComposerProps) {
  const { t } = useText();
  const asker = useAsker();
  const choices: FlowChoice[] = ['auto', ...(asker === null ? [] : offeredFlows(asker))];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text.
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, 240)}px`;
  }, [text]);
  useEffect(() => {
    // On a phone this would open the keyboard over the page.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [field]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const question = text.trim();
    if (question !== '') onAsk(question);
  };
  const onKey = (event: KeyboardEvent) => {
    // While an input method composes (Vietnamese typing does), Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form onSubmit={submit} className="card no-print p-2 focus-within:border-accent">
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={10_000}
        aria-label={t.question}
        placeholder={placeholder}
        className="block w-full resize-none bg-transparent px-2.5 py-2 text-lg leading-snug placeholder:text-muted focus:outline-none"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKey}
      />
      <div className="flex items-center gap-2">
        {onFlow !== null && (
          <select
            value={flow}
            aria-label={t.flow}
            title={t.flowHints[flow]}
            className="choice"
            // Its options are flows.
            onChange={(event) => onFlow(event.target.value as FlowChoice)}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {t.flows[choice]}
              </option>
            ))}
          </select>
        )}
        {onPicture !== null && <PictureButton picture={picture} onPicture={onPicture} />}
        <span className="flex-1 truncate px-2.5 text-muted text-xs max-sm:hidden">{t.sendHint}</span>
        <span className="flex-1 sm:hidden" />
        {onStop !== null && (
          <button
            type="button"
            className="button"
            disabled={isStopping}
            onClick={() => {
              onStop();
              // The button goes with the answer; who pressed it asks on.
              field.current?.focus();
            }}
          >
            <Icon name="stop" size={16} />
            {isStopping ? t.stopping : t.stop}
          </button>
        )}
        <button type="submit" className="button primary" disabled={text.trim() === ''}>
          {t.send}
          <Icon name="send" size={16} />
        </button>
      </div>
    </form>
  );
}
