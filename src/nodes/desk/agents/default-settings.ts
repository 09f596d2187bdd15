import { DeskSettings } from '../../../domain/desk-agents.ts';
import { GENERAL_AGENT } from './general.ts';
import { HR_AGENT } from './hr.ts';
import { IT_AGENT } from './it.ts';

/** The agent that takes what no other one recognises, where it is among the configured ones. */
export const FALLBACK_AGENT = 'general';

/** The desk as it ships: three departments of a fictional hospital. */
export const DEFAULT_DESK_SETTINGS: DeskSettings = DeskSettings.parse({
  agents: { hr: HR_AGENT, it: IT_AGENT, general: GENERAL_AGENT },
});
