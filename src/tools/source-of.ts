import type { Freshness } from './http/outside-answer.ts';
import { type ApiName, OUTSIDE_APIS } from './http/outside-apis.ts';
import type { ToolSource } from './tools.port.ts';

/** Where an answer came from, and its age, for whoever reads the result. */
export function sourceOf(api: ApiName, { fetched_at, age_seconds, is_stale }: Freshness): ToolSource {
  return { name: OUTSIDE_APIS[api].title, fetched_at, age_seconds, is_stale };
}
