import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/use-text.ts';

interface ConfirmDialogProps {
  text: string;
  action: string;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}

/** Asks before something is gone for good. */
export function ConfirmDialog({ text, action, onConfirm, onCancel }: ConfirmDialogProps) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t.failed);
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-label={action}
      className="card m-auto w-96 max-w-[calc(100vw-2rem)] p-5 text-ink backdrop:bg-black/40"
      onClose={onCancel}
    >
      <p>{text}</p>
      {error !== null && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {error}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <button type="button" className="button" onClick={onCancel}>
          {t.cancel}
        </button>
        <button type="button" className="button danger" disabled={isBusy} onClick={() => void confirm()}>
          {action}
        </button>
      </div>
    </dialog>
  );
}
