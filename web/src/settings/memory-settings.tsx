import { useState } from 'react';
import type { Memory } from '../../../src/domain/memory.ts';
import { api } from '../api/client.ts';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { useLoad } from '../shell/use-load.ts';
import { useText } from '../text/use-text.ts';

interface Remembered {
  remembering: boolean;
  memories: Memory[];
}

/** What Galen remembers of the asker: theirs to see, to correct and to have forgotten. */
export function MemorySettings() {
  const { t } = useText();
  const { value, error, reload } = useLoad('memories', (signal) =>
    api<Remembered>('/v1/memories', { signal }),
  );
  const [isLeaving, setLeaving] = useState(false);
  const setRemembering = async (remembering: boolean) => {
    await api('/v1/memories', { method: 'PATCH', body: { remembering } });
    setLeaving(false);
    reload();
  };
  return (
    <section className="card p-5">
      <h2 className="font-semibold text-lg">{t.settings.memory}</h2>
      <p className="mt-1 mb-4 text-muted text-sm">{t.settings.memoryIntro}</p>
      {error !== null && <p className="text-danger text-sm">{error.message}</p>}
      {value !== null && (
        <>
          <label className="flex items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={value.remembering}
              onChange={(event) => (event.target.checked ? void setRemembering(true) : setLeaving(true))}
            />
            {t.settings.remember}
          </label>
          {value.remembering && (
            <div className="mt-4 border-line border-t pt-3">
              <h3 className="eyebrow mb-1">{t.settings.memories}</h3>
              {value.memories.length === 0 && <p className="text-muted text-sm">{t.settings.noMemories}</p>}
              <ul>
                {value.memories.map((memory) => (
                  <MemoryLine key={memory.id} memory={memory} onChanged={reload} />
                ))}
              </ul>
            </div>
          )}
        </>
      )}
      {isLeaving && (
        <ConfirmDialog
          text={t.settings.forgetAll}
          action={t.settings.forget}
          onConfirm={() => setRemembering(false)}
          onCancel={() => setLeaving(false)}
        />
      )}
    </section>
  );
}

function MemoryLine({ memory, onChanged }: { memory: Memory; onChanged: () => void }) {
  const { t } = useText();
  const [text, setText] = useState<string | null>(null);
  const save = async () => {
    if (text !== null && text.trim() !== '') {
      await api(`/v1/memories/${memory.id}`, { method: 'PATCH', body: { text: text.trim() } });
      onChanged();
    }
    setText(null);
  };
  const forget = async () => {
    await api(`/v1/memories/${memory.id}`, { method: 'DELETE' });
    onChanged();
  };
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5">
      <span className="w-24 shrink-0 text-muted text-sm">{t.settings.kinds[memory.kind]}</span>
      {text === null ? (
        <span className="min-w-40 flex-1">{memory.text}</span>
      ) : (
        <input
          className="field min-w-40 flex-1"
          aria-label={t.settings.correct}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && void save()}
        />
      )}
      <button
        type="button"
        className="button quiet"
        onClick={() => (text === null ? setText(memory.text) : void save())}
      >
        {text === null ? t.settings.correct : t.save}
      </button>
      <button type="button" className="button quiet danger" onClick={() => void forget()}>
        {t.settings.forget}
      </button>
    </li>
  );
}
