import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import type { ChartResource, ChartResourceType, Stored } from '../chart.port.ts';
import type { FhirConnection } from './fhir-connection.ts';
import { outcomeError } from './fhir-outcome.ts';
import { isStored } from './is-stored.ts';

const MAX_PAGES = 200;

/** As much of a Bundle as paging needs. */
const Page = z.object({
  resourceType: z.literal('Bundle'),
  total: z.number().int().nonnegative().optional(),
  link: z.array(z.object({ relation: z.string(), url: z.string() })).optional(),
  entry: z.array(z.object({ resource: z.unknown().optional() })).optional(),
});

export interface Collected<Resource> {
  resources: Stored<Resource>[];
  total: number | null;
  hasMore: boolean;
}

/** Follows a search or a history from page to page until there are enough; null when the server knows no such address. */
export async function collectPages<Resource extends ChartResource>(options: {
  connection: FhirConnection;
  target: string;
  resourceType: ChartResourceType;
  limit: number;
}): Promise<Collected<Resource> | null> {
  const { connection, resourceType, limit } = options;
  const resources: Stored<Resource>[] = [];
  const seen = new Set<string>();
  let total: number | null = null;
  let target: string | undefined = options.target;
  while (target !== undefined && resources.length <= limit && seen.size < MAX_PAGES) {
    if (seen.has(target)) throw badPages('its pages lead in a circle');
    seen.add(target);
    const answer = await connection.ask({ method: 'GET', target });
    if (answer.status === 404 || answer.status === 410) return null;
    if (answer.status !== 200) throw outcomeError(answer, false);
    const page = Page.safeParse(answer.body);
    if (!page.success) throw badPages('its answer is no Bundle');
    const { link, entry = [] } = page.data;
    total ??= page.data.total ?? null;
    for (const { resource } of entry) {
      // Servers may add an outcome or what is included; only the type that was asked for counts.
      if (isStored<Resource>(resource, resourceType)) resources.push(resource);
    }
    target = link?.find(({ relation }) => relation === 'next')?.url;
  }
  return {
    resources: resources.slice(0, limit),
    total,
    hasMore: resources.length > limit || target !== undefined,
  };
}

function badPages(problem: string): GalenError {
  return new GalenError('CHART_UNAVAILABLE', { problem });
}
