import { createContext, type ReactNode, use } from 'react';
import type { Asker } from '../../../src/domain/ask.ts';
import { api } from '../api/client.ts';
import { useLoad } from './use-load.ts';

const AskerContext = createContext<Asker | null>(null);

/** Who the server takes the caller for; null until it has said so. */
export function useAsker(): Asker | null {
  return use(AskerContext);
}

export function AskerProvider({ children }: { children: ReactNode }) {
  const { value } = useLoad('me', (signal) => api<Asker>('/v1/me', { signal }));
  return <AskerContext value={value}>{children}</AskerContext>;
}
