import type { ChartResource, ChartResourceType, Stored } from '../chart.port.ts';
import { indexResource } from '../index-resource.ts';

/** A version of a resource as the driver gives it. */
export interface ChartRow {
  id: string;
  resource_type: ChartResourceType;
  version: number;
  resource: Stored<ChartResource>;
  recorded_at: Date;
}

/** A resource ready to be stored, with what it is found by. What the chart itself says of it (version, time) is not stored in it. */
export function rowOf(resource: Stored<ChartResource>) {
  const { versionId: _, lastUpdated: __, ...meta } = resource.meta ?? {};
  const { meta: ___, ...rest } = resource;
  const kept = Object.keys(meta).length === 0 ? rest : { ...rest, meta };
  return {
    id: resource.id,
    resource_type: resource.resourceType,
    resource: kept,
    ...indexResource(resource),
  };
}

/** The resource with its version and time, as FHIR has them. */
export function resourceOf<Resource extends ChartResource = ChartResource>(row: ChartRow): Stored<Resource> {
  const { resource, version, recorded_at } = row;
  const meta = { ...resource.meta, versionId: String(version), lastUpdated: recorded_at.toISOString() };
  // Two casts, because the row was selected by its type.
  return { ...resource, meta } as ChartResource as Stored<Resource>;
}
