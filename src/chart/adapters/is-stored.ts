import { isResource } from '@medplum/core';
import type { ChartResource, ChartResourceType, Stored } from '../chart.port.ts';

/** Type and id are looked at; who reads the rest must not count on more than that. */
export function isStored<Resource extends ChartResource>(
  body: unknown,
  resourceType: ChartResourceType,
): body is Stored<Resource> {
  return isResource(body, resourceType) && typeof body.id === 'string' && body.id !== '';
}
