import { useDeferredValue, useState } from 'react';
import type { Conversation } from '../../../src/domain/run-record.ts';
import { api } from '../api/client.ts';
import { ConfirmDialog } from '../shell/confirm-dialog.tsx';
import { Icon } from '../shell/icon.tsx';
import { MenuButton } from '../shell/menu-button.tsx';
import { hrefOf } from '../shell/router.ts';
import { useLoad } from '../shell/use-load.ts';
import { useText } from '../text/use-text.ts';
import { announceChange, useChanges } from './conversation-changes.ts';
import { RenameForm } from './rename-form.tsx';

const PAGE = 50;

/** What was asked before: to open, rename, delete and search. */
export function ConversationList({ current }: { current: string | null }) {
  const { t } = useText();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Conversation | null>(null);
  const wanted = useDeferredValue(search.trim());
  const changes = useChanges();
  const { value } = useLoad(
    'conversations',
    (signal) => list(wanted, limit, signal),
    `${wanted} ${limit} ${changes}`,
  );
  const isSearching = wanted !== '';

  const remove = async ({ id }: Conversation) => {
    await api(`/v1/conversations/${id}`, { method: 'DELETE' });
    setDeleting(null);
    announceChange();
    if (id === current) location.hash = hrefOf('ask');
  };

  return (
    <section className="mt-4 flex min-h-0 flex-1 flex-col" aria-label={t.conversations}>
      <div className="relative px-3">
        <span className="pointer-events-none absolute top-2 left-5 text-muted">
          <Icon name="search" />
        </span>
        <input
          type="search"
          className="field pl-8! bg-transparent! border-line!"
          placeholder={t.searchConversations}
          aria-label={t.searchConversations}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <ul className="mt-2 min-h-0 flex-1 overflow-y-auto px-3 pb-2">
        {value?.length === 0 && (
          <li className="px-2.5 py-1 text-muted text-sm">
            {isSearching ? t.noConversationFound : t.noConversations}
          </li>
        )}
        {value?.map((conversation) =>
          renaming === conversation.id ? (
            <li key={conversation.id}>
              <RenameForm conversation={conversation} onEnd={() => setRenaming(null)} />
            </li>
          ) : (
            <li key={conversation.id} className="group relative">
              <a
                href={placeOf(conversation)}
                aria-current={conversation.id === current ? 'page' : undefined}
                className={`block truncate rounded-lg px-2.5 py-1.5 text-[0.9375rem] group-focus-within:pr-9 group-hover:pr-9 pointer-coarse:pr-9 ${conversation.id === current ? 'bg-surface font-medium' : 'text-muted hover:text-ink'}`}
                title={conversation.title}
              >
                {conversation.title}
              </a>
              <div className="absolute top-0.5 right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
                <MenuButton
                  label={t.optionsOf(conversation.title)}
                  icon={<Icon name="dots" />}
                  className="button quiet px-1!"
                  items={[
                    { label: t.rename, act: () => setRenaming(conversation.id) },
                    { label: t.delete, act: () => setDeleting(conversation), isDanger: true },
                  ]}
                />
              </div>
            </li>
          ),
        )}
        {value?.length === limit && (
          <li>
            <button type="button" className="button quiet w-full" onClick={() => setLimit(limit + PAGE)}>
              {t.more}
            </button>
          </li>
        )}
      </ul>
      {deleting !== null && (
        <ConfirmDialog
          text={t.deleteConversation(deleting.title)}
          action={t.delete}
          onConfirm={() => remove(deleting)}
          onCancel={() => setDeleting(null)}
        />
      )}
    </section>
  );
}

/** Where a conversation was held: beside the patient's chart, at the desk, or where anything is asked. */
function placeOf({ id, flow, patient_id }: Conversation): string {
  if (flow === 'clinic' && patient_id !== null) return hrefOf('clinic', patient_id, id);
  return hrefOf(flow === 'desk' ? 'desk' : 'ask', id);
}

/** As many as wanted, in pages of what the server gives at once. */
async function list(search: string, limit: number, signal: AbortSignal): Promise<Conversation[]> {
  const found: Conversation[] = [];
  while (found.length < limit) {
    const query = new URLSearchParams({ limit: String(PAGE) });
    if (search !== '') query.set('search', search);
    const last = found.at(-1);
    if (last !== undefined) query.set('before', last.id);
    const { conversations } = await api<{ conversations: Conversation[] }>(`/v1/conversations?${query}`, {
      signal,
    });
    found.push(...conversations);
    if (conversations.length < PAGE) break;
  }
  return found;
}
