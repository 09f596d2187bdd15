import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { DeskSettings } from '../../domain/desk-agents.ts';
import { GalenError } from '../../domain/errors.ts';
import { DEFAULT_DESK_SETTINGS } from '../../nodes/desk/agents/default-settings.ts';

/** The desk's departments and limits, from a file where there is one. */
export async function loadDeskSettings(file: string | undefined): Promise<DeskSettings> {
  if (file === undefined) return DEFAULT_DESK_SETTINGS;
  const parsed = DeskSettings.safeParse(await readYaml(file));
  if (parsed.success) return parsed.data;
  throw new GalenError('CONFIG_INVALID', { problem: `GALEN_DESK_FILE: ${z.prettifyError(parsed.error)}` });
}

async function readYaml(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    const problem = `GALEN_DESK_FILE cannot be read: ${error instanceof Error ? error.message : 'unknown'}`;
    throw new GalenError('CONFIG_INVALID', { problem }, { cause: error });
  }
}
