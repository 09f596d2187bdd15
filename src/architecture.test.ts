import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('.', import.meta.url));

/** The rooms that know each other only through ports. */
const PEERS = ['gates', 'retrieval', 'meaning', 'llm', 'tools', 'chart', 'records'];

/** What each room may import, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  app: ['turns', 'flows', 'engine', 'language', 'domain', ...PEERS],
  turns: ['flows', 'engine', 'language', 'domain', ...PEERS],
  flows: ['engine', 'language', 'domain', ...PEERS],
  engine: ['domain'],
  language: ['domain'],
  domain: [],
  ...Object.fromEntries(PEERS.map((peer) => [peer, ['language', 'domain']])),
};

/** What people read: any room may import it, and it knows nothing but the types of the domain. */
const TEXTS = '../texts/';

const COMPOSITION_ROOT = 'app/compose.ts';
/** Parts of the composition root, which nothing else imports. */
const ROOT_PARTS = 'app/compose/';
const ENVIRONMENT_READER = 'app/config.ts';
/** What talks to a database, a model or a service; only the composition root chooses one. */
const ADAPTERS = /\/adapters\/|^retrieval\/(?:stores|models)\/|^records\/(?!.*\.port\.ts$)/u;

interface SourceFile {
  /** Relative to src, with forward slashes. */
  path: string;
  text: string;
}

describe('the house', () => {
  const files = productionFiles();

  it('holds enough files for this test to mean something, and no more than a reader can take in', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.length).toBeLessThanOrEqual(480);
  });

  it('keeps folders small and every file name to one file, but for those each flow has', () => {
    const folders = countBy(allFiles(), dirname);
    expect([...folders].filter(([, count]) => count > 25)).toEqual([]);
    const names = countBy(allFiles(), (path) => basename(path));
    const shared = [...names].filter(([, count]) => count > 1).map(([name]) => name);
    expect(shared.sort()).toEqual(['flow.ts', 'output.ts']);
  });

  it('keeps its import directions, its one reader of the environment and its one composition root', () => {
    expect(files.flatMap(violationsIn)).toEqual([]);
  });

  it('keeps what people read in files of its own, which import types of the domain alone', () => {
    const texts = readdirSync(join(SRC, TEXTS)).filter((name) => !name.endsWith('.test.ts'));
    expect(texts.length).toBeGreaterThan(5);
    for (const name of texts) {
      const text = readFileSync(join(SRC, TEXTS, name), 'utf8');
      expect(text.split('\n').length, name).toBeLessThanOrEqual(480);
      const others = importsOf(text).filter(
        ({ specifier, isType }) => !isType || !specifier.startsWith('../src/domain/'),
      );
      expect(others, name).toEqual([]);
    }
  });

  it('loads LangGraph only with the first flow that can pause', () => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const loaded = new Set([COMPOSITION_ROOT, `${ROOT_PARTS}assemble.ts`]);
    // A Set is walked in insertion order, additions during the walk included.
    for (const path of loaded) {
      for (const specifier of loadedBy(texts.get(path) ?? '')) {
        loaded.add(specifier.startsWith('.') ? resolved(path, specifier) : specifier);
      }
    }
    expect([...loaded].filter((path) => path.startsWith('@langchain/'))).toEqual([]);
    expect(loaded).toContain('engine/run-flow.ts');
  });

  it.each([
    ['engine/x.ts', `import { a } from '../llm/gateway.port.ts';`],
    ['domain/x.ts', `import pg from 'pg';`],
    ['domain/x.ts', `export { a } from '../engine/define-flow.ts';`],
    ['llm/x.ts', `import { a } from '../engine/run-context.ts';`],
    ['retrieval/x.ts', `import { a } from '../llm/create-gateway.ts';`],
    ['gates/front/x.ts', `import { a } from '../../flows/shared/turn-state.ts';`],
    ['flows/shared/x.ts', `const a = await import('../../app/compose.ts');`],
    ['language/x.ts', `import { a } from '../gates/front/check-form.ts';`],
    ['turns/x.ts', `import { a } from '../app/compose.ts';`],
    ['flows/x.ts', `import { a } from '../records/database/open-database.ts';`],
    ['app/http/x.ts', `import { a } from '../../retrieval/stores/postgres/postgres-passages.ts';`],
    ['turns/x.ts', `import { a } from '../records/conversations.ts';`],
    ['app/cli/x.ts', `import { a } from '../compose/open-tools.ts';`],
    ['retrieval/search/x.ts', `import { a } from '../models/hash-embedder.ts';`],
    ['llm/x.ts', `const key = process.env.OPENAI_API_KEY;`],
    ['app/cli/x.ts', `import { env } from 'node:process';`],
  ])('finds what is wrong in %s with %s', (path, text) => {
    expect(violationsIn({ path, text })).toHaveLength(1);
  });

  it.each([
    ['retrieval/x.ts', `import type { Gateway } from '../llm/gateway.port.ts';`],
    ['app/compose.ts', `import { a } from '../records/database/open-database.ts';`],
    ['app/compose/x.ts', `import { a } from '../../records/database/open-database.ts';`],
    ['app/compose.ts', `import { a } from './compose/open-tools.ts';`],
    ['turns/x.ts', `import type { A } from '../records/audit/audit.ts';`],
    ['app/config.ts', `loadConfig(process.env);`],
    ['domain/x.ts', `import { z } from 'zod';`],
    ['gates/front/x.ts', `import { A } from '../../../texts/gates.ts';`],
  ])('allows in %s: %s', (path, text) => {
    expect(violationsIn({ path, text })).toEqual([]);
  });
});

function allFiles(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));
}

function countBy(paths: readonly string[], key: (path: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(key(path), (counts.get(key(path)) ?? 0) + 1);
  return counts;
}

function productionFiles(): SourceFile[] {
  return allFiles()
    .filter((path) => !/\.(?:test|test-d|contract|d)\.ts$|\/testing\//u.test(path))
    .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));
}

function violationsIn({ path, text }: SourceFile): string[] {
  const found = importsOf(text).flatMap((found) => importProblem(path, found) ?? []);
  const readsEnvironment =
    /\bprocess\.env\b/u.test(text) || /import .*\benv\b.* from 'node:process'/u.test(text);
  if (readsEnvironment && path !== ENVIRONMENT_READER) found.push(`${path} reads the environment`);
  return found;
}

interface Import {
  specifier: string;
  /** Of types alone: nothing of it is there at run time. */
  isType: boolean;
}

function importsOf(text: string): Import[] {
  const pattern = /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/gu;
  return [...text.matchAll(pattern)].map((match) => ({
    specifier: match[1] ?? match[2] ?? '',
    isType: /^\s*import type\b/u.test(match[0]),
  }));
}

/** What is imported as soon as the file is, types left out. */
function loadedBy(text: string): string[] {
  const pattern = /(?:^|\n)(?:import|export)\b(?! type\b)[^'"`;]*?from\s*'([^']+)'/gu;
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}

function resolved(path: string, specifier: string): string {
  return join(dirname(path), specifier).replaceAll('\\', '/');
}

function importProblem(path: string, { specifier, isType }: Import): string | null {
  const from = roomOf(path);
  if (!specifier.startsWith('.')) {
    return from === 'domain' && specifier !== 'zod' ? `${path} imports ${specifier}` : null;
  }
  const target = resolved(path, specifier);
  if (target.startsWith(TEXTS)) return null;
  const to = roomOf(target);
  const problem = `${path} imports ${target}`;
  const isRoot = path === COMPOSITION_ROOT || path.startsWith(ROOT_PARTS);
  const isBeside = from === to && ADAPTERS.test(path);
  if (ADAPTERS.test(target) && !isType && !isRoot && !isBeside) return problem;
  if (target.startsWith(ROOT_PARTS) && !isRoot) return problem;
  if (from === to) return null;
  if (PEERS.includes(from) && PEERS.includes(to)) return target.endsWith('.port.ts') ? null : problem;
  return MAY_IMPORT[from]?.includes(to) ? null : problem;
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}
