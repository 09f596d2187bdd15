import { type DragEvent, useRef, useState } from 'react';
import type { Principal } from '../../../src/domain/access.ts';
import type { IngestJob } from '../../../src/domain/ingest-job.ts';
import { api } from '../api/client.ts';
import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';
import { JobState } from './job-state.tsx';
import { sendFiles } from './send-files.ts';
import { firstChoice, UploadSettings } from './upload-settings.tsx';

const LOOK_EVERY_MS = 400;

/** Files dropped or chosen become documents; a job deals with them and says how far it is. */
export function UploadPanel({ principal, onDone }: { principal: Principal; onDone: () => void }) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState(() => firstChoice(principal));
  const [isOver, setOver] = useState(false);
  /** How much has been sent; null while nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null);
  const [job, setJob] = useState<IngestJob | null>(null);
  const [error, setError] = useState<string | null>(null);

  const send = async (files: FileList | null) => {
    if (files === null || files.length === 0) return;
    const form = new FormData();
    for (const file of files) form.append('files', file);
    form.set('scope', choice.scope);
    form.set('department', choice.department.trim());
    form.set('evidence_level', choice.level);
    form.set('source_type', choice.sourceType);
    setSent(0);
    setError(null);
    setJob(null);
    try {
      const { job_id } = await sendFiles(form, setSent);
      let now: IngestJob;
      do {
        now = await api<IngestJob>(`/v1/jobs/${job_id}`);
        setJob(now);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      } while (now.state === 'queued' || now.state === 'running');
      onDone();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t.failed);
    } finally {
      setSent(null);
      if (input.current) input.current.value = '';
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files);
  };

  return (
    <section className="card p-5" aria-label={t.knowledge.upload}>
      <h2 className="mb-3 font-semibold text-lg">{t.knowledge.upload}</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first. */}
      <div
        data-testid="drop"
        className={`grid place-items-center rounded-xl border-2 border-dashed px-4 py-6 text-center ${isOver ? 'border-accent bg-soft' : 'border-line'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <button
          type="button"
          className="button"
          disabled={sent !== null}
          onClick={() => input.current?.click()}
        >
          <Icon name="upload" />
          {t.knowledge.drop}
        </button>
        <p className="mt-2 text-muted text-sm">{t.knowledge.kinds}</p>
        <input ref={input} type="file" multiple hidden onChange={(event) => void send(event.target.files)} />
      </div>
      <UploadSettings principal={principal} choice={choice} onChange={setChoice} />
      <div aria-live="polite" className="mt-3 text-sm">
        {sent !== null && job === null && (
          <p className="text-muted tabular-nums">
            {t.knowledge.uploading} … {Math.round(sent * 100)} %
          </p>
        )}
        {job !== null && <JobState job={job} />}
        {error !== null && <p className="text-danger">{error}</p>}
      </div>
    </section>
  );
}
