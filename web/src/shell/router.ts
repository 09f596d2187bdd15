import { useSyncExternalStore } from 'react';

export type View = 'ask' | 'clinic' | 'desk' | 'knowledge' | 'activity' | 'settings';
const VIEWS: readonly string[] = [
  'ask',
  'clinic',
  'desk',
  'knowledge',
  'activity',
  'settings',
] satisfies View[];

export interface Route {
  view: View;
  /** A conversation's, or on the clinic view a patient's. */
  id: string | null;
  /** On the clinic view, the conversation about the patient. */
  conversation: string | null;
}

/** Where the page is: after the `#`, so that the server needs to know one address only. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return parseHash(hash);
}

export function parseHash(hash: string): Route {
  const [view = '', id = '', conversation = ''] = hash.replace(/^#\/?/u, '').split('/');
  return {
    // The list is of views only.
    view: VIEWS.includes(view) ? (view as View) : 'ask',
    id: decoded(id),
    conversation: decoded(conversation),
  };
}

function decoded(part: string): string | null {
  try {
    return part === '' ? null : decodeURIComponent(part);
  } catch {
    // An address that was cut short: as if it ended before.
    return null;
  }
}

export function hrefOf(view: View, ...ids: string[]): string {
  return ['#', view, ...ids.map(encodeURIComponent)].join('/');
}

/** Changes the address without a step in the browser's history: a question has become a conversation. */
export function replaceRoute(view: View, ...ids: string[]): void {
  history.replaceState(null, '', hrefOf(view, ...ids));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
