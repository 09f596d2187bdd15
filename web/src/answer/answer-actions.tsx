import { useState } from 'react';
import type { Answer } from '../../../src/domain/answer.ts';
import type { Feedback } from '../../../src/domain/run-record.ts';
import { useAsker } from '../shell/asker-context.tsx';
import { MenuButton } from '../shell/menu-button.tsx';
import { useText } from '../text/use-text.ts';
import { collectAuditBundle } from './audit-bundle.ts';
import { exportMarkdown } from './export-markdown.ts';
import { exportRis } from './export-ris.ts';
import { FeedbackButtons } from './feedback-buttons.tsx';
import { printAnswer } from './print-answer.ts';
import { saveFile } from './save-file.ts';

interface AnswerActionsProps {
  question: string;
  answer: Answer;
  isTraceOpen: boolean;
  onTrace: () => void;
  feedback: Feedback | null;
  onFeedback: (runId: string, feedback: Feedback | null) => void;
  onEdit: (question: string) => void;
}

export function AnswerActions({
  question,
  answer,
  isTraceOpen,
  onTrace,
  feedback,
  onFeedback,
  onEdit,
}: AnswerActionsProps) {
  const { t } = useText();
  const asker = useAsker();
  const [isCopied, setCopied] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = `galen-${answer.id.slice(0, 8)}`;

  const copy = async () => {
    setProblem(null);
    try {
      await navigator.clipboard.writeText(exportMarkdown(question, answer, t));
    } catch {
      // Refused by the browser, which says so in its own language and words.
      setProblem(t.actions.copyFailed);
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  const exports = [
    {
      label: t.exports.markdown,
      act: () => saveFile(`${name}.md`, 'text/markdown', exportMarkdown(question, answer, t)),
    },
    {
      label: t.exports.json,
      act: () => saveFile(`${name}.json`, 'application/json', JSON.stringify({ question, answer }, null, 2)),
    },
    {
      label: t.exports.ris,
      act: () => saveFile(`${name}.ris`, 'application/x-research-info-systems', exportRis(answer.sources, t)),
    },
    {
      label: t.exports.audit,
      act: async () => {
        setProblem(null);
        try {
          const bundle = await collectAuditBundle(question, answer, asker?.may_audit ?? false);
          saveFile(`${name}-audit.json`, 'application/json', JSON.stringify(bundle, null, 2));
        } catch (failure) {
          setProblem(failure instanceof Error ? failure.message : t.failed);
        }
      },
    },
  ];

  return (
    <div className="no-print mt-3 -ml-2 flex flex-wrap items-center gap-1">
      <FeedbackButtons runId={answer.id} given={feedback} onGiven={onFeedback} />
      <button type="button" className="button quiet" onClick={() => onEdit(question)}>
        {t.actions.edit}
      </button>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        {isCopied ? t.actions.copied : t.actions.copy}
      </button>
      <button
        type="button"
        className="button quiet"
        onClick={(event) => printAnswer(event.currentTarget.closest('article'))}
      >
        {t.actions.print}
      </button>
      <MenuButton label={t.actions.export} items={exports} />
      <button type="button" className="button quiet" aria-expanded={isTraceOpen} onClick={onTrace}>
        {t.actions.trace}
      </button>
      {problem !== null && (
        <p role="alert" className="w-full pl-2 text-danger text-sm">
          {problem}
        </p>
      )}
      <span aria-live="polite" className="sr-only">
        {isCopied ? t.actions.copied : ''}
      </span>
    </div>
  );
}
