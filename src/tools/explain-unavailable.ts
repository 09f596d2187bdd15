import { serviceUnavailable, serviceUnread, UNAVAILABLE_REASONS } from '../../texts/tools.ts';
import type { Bilingual } from '../domain/language.ts';
import type { ToolOutcome } from './define-tool.ts';
import { type ApiName, OUTSIDE_APIS } from './http/outside-apis.ts';
import type { Freshness, Unavailable } from './http/outside-client.ts';
import type { ToolSource } from './tools.port.ts';

/** Says what could not be checked, and that this is no finding. */
export function explainUnavailable(
  service: string,
  { reason, strategy }: Unavailable,
  sent: string[] = [],
): ToolOutcome<never> {
  return {
    status: 'unavailable',
    reason,
    strategy,
    message: serviceUnavailable(service, UNAVAILABLE_REASONS[reason]),
    sent,
  };
}

/** Says of a service beside another that has answered that it was not read. */
export function explainUnread(service: string, { reason }: Unavailable): Bilingual {
  return serviceUnread(service, UNAVAILABLE_REASONS[reason]);
}

/** Where an answer came from, and its age, for whoever reads the result. */
export function sourceOf(api: ApiName, { fetched_at, age_seconds, is_stale }: Freshness): ToolSource {
  return { name: OUTSIDE_APIS[api].title, fetched_at, age_seconds, is_stale };
}
