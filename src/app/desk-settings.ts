import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Document, isMap, isScalar, type Pair, parse } from 'yaml';
import { z } from 'zod';
import { DeskSettings } from '../domain/desk-agents.ts';
import { GalenError } from '../domain/errors.ts';
import { defaultDeskSettings } from '../flows/desk/agents/default-settings.ts';

/** The desk's departments and limits, from a file where there is one. */
export async function loadDeskSettings(file: string | undefined): Promise<DeskSettings> {
  if (file === undefined) return defaultDeskSettings();
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

const INTRODUCTION = ` The departments of the desk. Point GALEN_DESK_FILE at this file and start Galen anew.
 Departments under "agents" are all that there are: change these, take some out, or add one below the others.
 Their documents go in with: galen ingest --collection desk --scope internal --department <name> <folder>`;

/** What each part is for, told where it stands. */
const COMMENTS: Readonly<Record<string, string>> = {
  agents: ' One entry per department. Its name is lower case, without spaces.',
  workflow_config: ' Limits of a whole question. Times are in milliseconds.',
  agent_configs: ' Limits of one agent.',
  conflict_weights:
    ' What each reason weighs when two documents contradict each other. With these weights the owner of a subject\n comes before the newer document, that before the scope order, that before a clearly higher relevance.',
  log_access: ' Who may have logs searched: one who holds this scope and one of these departments.',
  name: ' What people call it; the name above where it is left out.',
  desc: ' What it knows about; a model reads this.',
  domains: ' The subjects it owns.',
  words: ' Words by which its questions are recognised when no model is there.',
  also_on:
    " Words of others' subjects that its documents also speak of: it is then searched beside their owner.",
  tools: ' rag_tool finds, summary_tool sums up, math_tool calculates, log_tool searches logs.',
  collections: ' Where its documents are kept, and of which departments they are.',
  scope_order:
    ' The scope whose word counts most comes first; empty where scope says nothing about who is right.',
  timeout_ms:
    ' How long it may work, in milliseconds; null: the lesser of workflow_config.timeout_per_agent_ms and agent_configs.default_timeout_ms.',
};

/** The settings that ship as commented YAML, ready to be changed. */
export function sampleSettings(): string {
  const document = new Document(defaultDeskSettings());
  document.commentBefore = INTRODUCTION;
  comment(document.contents, new Set());
  return document.toString({ lineWidth: 110 });
}

/** Each comment once, at the first place it belongs to. */
function comment(node: unknown, told: Set<string>): void {
  if (!isMap(node)) return;
  for (const { key, value } of node.items as Pair[]) {
    const name = isScalar(key) ? String(key.value) : '';
    const text = COMMENTS[name];
    if (text !== undefined && !told.has(name) && isScalar(key)) {
      key.commentBefore = text;
      told.add(name);
    }
    comment(value, told);
  }
}

/** `galen desk init`: a commented configuration of the departments. What exists is never overwritten. */
export async function initDesk(file: string): Promise<void> {
  const path = resolve(file);
  try {
    await writeFile(path, sampleSettings(), { flag: 'wx' });
  } catch (error) {
    throw new GalenError('BAD_REQUEST', { problem: problemOf(path, error) }, { cause: error });
  }
  process.stdout.write(`Wrote ${path}. Change it, then set GALEN_DESK_FILE=${path}\n`);
}

function problemOf(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
  return code === 'EEXIST'
    ? `${path} is there already and was left as it is: set GALEN_DESK_FILE=${path} to use it, or name another file`
    : `${path} cannot be written: ${code}`;
}
