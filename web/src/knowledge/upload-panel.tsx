import { type DragEvent, useRef, useState } from 'react';
import type { Principal } from '../../../src/domain/access.ts';
import type { IngestJob, UploadLimits } from '../../../src/domain/ingest-job.ts';
import { api } from '../api/client.ts';
import { Icon } from '../shell/icon.tsx';
import { formatMegabytes } from '../text/format-number.ts';
import { useText } from '../text/use-text.ts';
import { checkFiles, type RefusedFile } from './check-files.ts';
import { FailedFile, JobState } from './job-state.tsx';
import { sendFiles } from './send-files.ts';
import { firstChoice, UploadSettings } from './upload-settings.tsx';

const LOOK_EVERY_MS = 400;

/** Files dropped or chosen become documents; a job deals with them and says how far it is. */
export function UploadPanel({
  principal,
  limits,
  onDone,
}: {
  principal: Principal;
  limits: UploadLimits;
  onDone: () => void;
}) {
  const { t, language } = useText();
  const megabytes = (bytes: number) => formatMegabytes(bytes, language);
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState(() => firstChoice(principal));
  const [isOver, setOver] = useState(false);
  /** How much has been sent; null while nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null);
  const [job, setJob] = useState<IngestJob | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);

  const send = async (files: FileList | null) => {
    if (files === null || files.length === 0) return;
    const checked = checkFiles([...files], limits);
    setRefused(checked.refused);
    setError(null);
    setJob(null);
    if (checked.accepted.length === 0) {
      if (input.current) input.current.value = '';
      return;
    }
    const form = new FormData();
    for (const file of checked.accepted) form.append('files', file);
    form.set('scope', choice.scope);
    form.set('department', choice.department.trim());
    form.set('evidence_level', choice.level);
    form.set('source_type', choice.sourceType);
    setSent(0);
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
  const limitOf = (problem: RefusedFile['problem']) => {
    if (problem === 'too-many') return String(limits.files);
    return megabytes(problem === 'too-large' ? limits.file_bytes : limits.request_bytes);
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
          aria-describedby="upload-limits"
          onClick={() => input.current?.click()}
        >
          <Icon name="upload" />
          {t.knowledge.drop}
        </button>
        <p id="upload-limits" className="mt-2 text-muted text-sm">
          {t.knowledge.kinds}.{' '}
          {t.knowledge.limits(limits.files, megabytes(limits.file_bytes), megabytes(limits.request_bytes))}
        </p>
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
        {refused.length > 0 && (
          <>
            {sent === null && job === null && (
              <p className="font-semibold text-danger">{t.knowledge.noneSent}</p>
            )}
            <ul>
              {refused.map(({ name, problem }) => (
                <FailedFile key={name} file={name} reason={t.knowledge.refused[problem](limitOf(problem))} />
              ))}
            </ul>
          </>
        )}
        {error !== null && <p className="text-danger">{error}</p>}
      </div>
    </section>
  );
}
