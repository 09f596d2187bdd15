import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { DeskSettings } from '../../../domain/desk-agents.ts';
import { dataFile, once } from '../../../language/read-lexicon.ts';

/** The agent that takes what no other one recognises, where it is among the configured ones. */
export const FALLBACK_AGENT = 'general';

/** The desk as it ships: three departments of a fictional hospital. */
export const defaultDeskSettings = once(() =>
  DeskSettings.parse(parse(readFileSync(dataFile('desk/agents.yaml'), 'utf8'))),
);
