import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../domain/canonical-json.ts';
import { GalenError } from '../domain/errors.ts';
import type { ChartResource, ChartStore, Stored } from './chart.port.ts';
import { isChartResourceType } from './index-resource.ts';

const LOADED_BY = 'sample-patients';
const FICTIONAL = { system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code: 'HTEST' };

const SampleBundle = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(
    z.object({
      resource: z.looseObject({
        resourceType: z.string().refine(isChartResourceType, 'not a type that a chart holds'),
        id: z.string().regex(/^[A-Za-z0-9.-]{1,64}$/u),
        meta: z.looseObject({
          tag: z
            .array(z.looseObject({ system: z.string(), code: z.string() }))
            .refine(
              (tags) =>
                tags.some(({ system, code }) => system === FICTIONAL.system && code === FICTIONAL.code),
              'not marked as fictional (HTEST)',
            ),
        }),
      }),
    }),
  ),
});

/** Brings the chart in line with a folder of fictional patients. What is there already, unchanged, is left alone. */
export async function loadSamplePatients(options: {
  folder: string;
  tenantId: string;
  chart: ChartStore;
}): Promise<{ patients: number; stored: number }> {
  const { folder, tenantId, chart } = options;
  const resources = await readSamplePatients(folder);
  const { stored } = await chart.store(tenantId, resources, LOADED_BY);
  return { patients: resources.filter(({ resourceType }) => resourceType === 'Patient').length, stored };
}

/** All resources of the folder's bundles. Refuses a file with anything in it that is not marked as fictional. */
export async function readSamplePatients(folder: string): Promise<Stored<ChartResource>[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const bundles = await Promise.all(
    files.map(async (file) => {
      const json = parseJson(await readFile(join(folder, file), 'utf8'));
      if (json === undefined) throw unreadable(file, 'not JSON');
      const parsed = SampleBundle.safeParse(json);
      if (!parsed.success) throw unreadable(file, z.prettifyError(parsed.error));
      // A cast: that each is a valid resource of its type is tested, and not looked at again at each start.
      return parsed.data.entry.map(({ resource }) => resource as unknown as Stored<ChartResource>);
    }),
  );
  return bundles.flat();
}

function unreadable(file: string, problem: string): GalenError {
  return new GalenError('KNOWLEDGE_UNREADABLE', { file, problem });
}
