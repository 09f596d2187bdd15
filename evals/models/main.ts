import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { EXIT } from '../../src/app/cli/command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KINDS = ['search', 'interactions', 'support', 'desk', 'speed'] as const;

/** `galen eval models`: the figures of docs/models.md, one suite after the other, each under what it is a figure of. */
const options = new Command('galen eval models')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.badInput))
  .addOption(new Option('--only <kind>', 'these figures alone').choices(KINDS))
  .option(
    '--training <folder>',
    'data of the trainings: adds the passages that are not ours to the written collections',
  )
  .option('--keep <folder>', 'leave the indexes there, and use them again')
  .parse()
  .opts<{ only?: (typeof KINDS)[number]; training?: string; keep?: string }>();

const scratch = mkdtempSync(join(tmpdir(), 'galen-models-'));
const keep = options.keep ?? join(scratch, 'indexes');
const python = process.env.PYTHON ?? 'python3';

const retrieval = (...given: string[]) => [
  'evals/retrieval/main.ts',
  '--split',
  'test',
  '--keep',
  keep,
  ...given,
];
const written = (name: string, language: string) =>
  retrieval('--folder', join(scratch, 'written', name), '--language', language);

interface Part {
  kind: (typeof KINDS)[number];
  of: string;
  run: string[];
}

const PARTS: Part[] = [
  { kind: 'search', of: 'SciFact test, nDCG@10: floor .735', run: retrieval('--set', 'scifact') },
  {
    kind: 'search',
    of: 'BioASQ, test half, over our own BM25: floor +.04',
    run: retrieval('--set', 'bioasq'),
  },
  {
    kind: 'search',
    of: 'written English questions, the half that chose nothing: never below our own BM25',
    run: written('en', 'en'),
  },
  {
    kind: 'search',
    of: 'written Vietnamese questions, the same half: floor +.04',
    run: written('vi', 'vi'),
  },
  { kind: 'search', of: 'the same without marks: floor +.04', run: written('vi-bare', 'vi') },
  {
    kind: 'search',
    of: 'Vietnamese questions of a writer of their own, by which nothing was chosen: floor +.04',
    run: written('vi-test', 'vi'),
  },
  { kind: 'search', of: 'those typed without marks: floor +.04', run: written('vi-test-bare', 'vi') },
  {
    kind: 'interactions',
    of: 'two kinds of medicine by their everyday names: how often the row of both comes first',
    run: ['evals/interactions/main.ts'],
  },
  {
    kind: 'support',
    of: 'support with the hard facts in front, held-out documents and writers: floors .90 / .85, Vietnamese .82 / .80',
    run: ['evals/gates/main.ts'],
  },
  {
    kind: 'desk',
    of: 'contradictions on the desk, held part: floor .80 at .05 false',
    run: ['evals/desk/main.ts'],
  },
  { kind: 'speed', of: 'speed, on this machine as busy as it is now', run: ['bench/meaning.ts'] },
];

try {
  const asked = PARTS.filter(({ kind }) => options.only === undefined || kind === options.only);
  if (asked.some(({ kind }) => kind === 'search')) writeCollections();
  for (const { of, run } of asked) {
    console.log(`\n== ${of}\n   ${run.join(' ')}\n`);
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), ...run], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    // What was not measured, or misses a floor, has not passed.
    if (code !== 0) process.exitCode = EXIT.failed;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Where there is no Python the written collections are named as absent by the suite itself. */
function writeCollections(): void {
  const { training } = options;
  const given = training !== undefined && existsSync(training) ? ['--data', training] : [];
  spawnSync(python, ['models/training/to_beir.py', '--out', join(scratch, 'written'), ...given], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}
