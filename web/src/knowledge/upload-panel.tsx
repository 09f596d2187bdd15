import { type DragEvent, useRef, useState } from 'react';
import type { Scope } from '../../../src/domain/access.ts';
import type { EvidenceLevel } from '../../../src/domain/evidence-level.ts';
import type { IngestJob } from '../../../src/domain/ingest-job.ts';
import { api } from '../api/client.ts';
import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';

const LOOK_EVERY_MS = 400;

/** Files dropped or chosen become documents; a job deals with them and says how far it is. */
export function UploadPanel({ onDone }: { onDone: () => void }) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [scope, setScope] = useState<Scope>('internal');
  const [department, setDepartment] = useState('');
  const [level, setLevel] = useState<EvidenceLevel | ''>('');
  const [sourceType, setSourceType] = useState('');
  const [isOver, setOver] = useState(false);
  const [isSending, setSending] = useState(false);
  const [job, setJob] = useState<IngestJob | null>(null);
  const [error, setError] = useState<string | null>(null);

  const send = async (files: FileList | null) => {
    if (files === null || files.length === 0) return;
    const form = new FormData();
    for (const file of files) form.append('files', file);
    form.set('scope', scope);
    form.set('department', department.trim());
    form.set('evidence_level', level);
    form.set('source_type', sourceType);
    setSending(true);
    setError(null);
    setJob(null);
    try {
      const { job_id } = await api<{ job_id: string }>('/v1/documents', { method: 'POST', body: form });
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
      setSending(false);
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
        className={`grid place-items-center rounded-xl border-2 border-dashed px-4 py-6 text-center ${isOver ? 'border-accent bg-soft' : 'border-line'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <button type="button" className="button" disabled={isSending} onClick={() => input.current?.click()}>
          <Icon name="upload" />
          {t.knowledge.drop}
        </button>
        <p className="mt-2 text-muted text-sm">{t.knowledge.kinds}</p>
        <input
          ref={input}
          type="file"
          multiple
          tabIndex={-1}
          className="sr-only"
          aria-label={t.knowledge.upload}
          onChange={(event) => void send(event.target.files)}
        />
      </div>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <label>
          <span className="mb-1 block text-muted text-sm">{t.knowledge.scope}</span>
          {/* Its options are scopes. */}
          <select className="field" value={scope} onChange={(event) => setScope(event.target.value as Scope)}>
            {(['public', 'internal', 'private'] as const).map((name) => (
              <option key={name} value={name}>
                {t.knowledge.scopes[name]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="mb-1 block text-muted text-sm">{t.knowledge.department}</span>
          <input
            className="field"
            placeholder={t.knowledge.departmentHint}
            value={department}
            onChange={(event) => setDepartment(event.target.value)}
          />
        </label>
        <label title={t.knowledge.sourceTypeHint}>
          <span className="mb-1 block text-muted text-sm">{t.knowledge.sourceType}</span>
          <select
            className="field"
            value={sourceType}
            onChange={(event) => setSourceType(event.target.value)}
          >
            <option value="">{t.knowledge.levelAuto}</option>
            <option value="guidelines">{t.knowledge.sourceTypes.guidelines}</option>
            <option value="pubmed">{t.knowledge.sourceTypes.pubmed}</option>
          </select>
        </label>
        <label>
          <span className="mb-1 block text-muted text-sm">{t.knowledge.level}</span>
          {/* Its options are levels, and nothing for the file's own. */}
          <select
            className="field"
            value={level}
            onChange={(event) => setLevel(event.target.value as EvidenceLevel | '')}
          >
            <option value="">{t.knowledge.levelAuto}</option>
            {(Object.keys(t.evidence) as EvidenceLevel[]).map((name) => (
              <option key={name} value={name}>
                {t.evidence[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div aria-live="polite" className="mt-3 text-sm">
        {isSending && job === null && <p className="pulse text-muted">{t.knowledge.uploading} …</p>}
        {job !== null && <JobState job={job} />}
        {error !== null && <p className="text-danger">{error}</p>}
      </div>
    </section>
  );
}

function JobState({ job: { state, progress } }: { job: IngestJob }) {
  const { t } = useText();
  const { done, total, loaded, unchanged, failed, skipped } = progress;
  return (
    <div data-testid="job" data-state={state}>
      <p>
        <strong className="font-semibold">{t.knowledge.jobStates[state]}</strong> ·{' '}
        {t.knowledge.jobCount(done, total)}
        {loaded > 0 && ` · ${t.knowledge.loaded(loaded)}`}
        {unchanged > 0 && ` · ${t.knowledge.unchanged(unchanged)}`}
      </p>
      <progress
        className="mt-1 h-1.5 w-full accent-accent"
        value={done}
        max={Math.max(1, total)}
        aria-label={t.knowledge.upload}
      />
      <ul className="text-danger">
        {failed.map(({ file, reason }) => (
          <li key={file}>
            {file}: {reason}
          </li>
        ))}
        {skipped.map(({ file, place, reason }) => (
          <li key={`${file} ${place}`}>
            {file}, {place}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
