import { type FormEvent, useState } from 'react';
import type { Conversation } from '../../../src/domain/run-record.ts';
import { api } from '../api/client.ts';
import { useText } from '../text/use-text.ts';
import { announceChange } from './conversation-changes.ts';

/** Another title: Enter keeps it, Escape and leaving do not. */
export function RenameForm({ conversation, onEnd }: { conversation: Conversation; onEnd: () => void }) {
  const { t } = useText();
  const [title, setTitle] = useState(conversation.title);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== '') {
      await api(`/v1/conversations/${conversation.id}`, { method: 'PATCH', body: { title: title.trim() } });
      announceChange();
    }
    onEnd();
  };
  return (
    <form onSubmit={save} className="py-0.5">
      <input
        // biome-ignore lint/a11y/noAutofocus: the field appears where the asker has just asked for it.
        autoFocus
        className="field"
        aria-label={t.renameTitle}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEnd()}
        onBlur={onEnd}
      />
    </form>
  );
}
