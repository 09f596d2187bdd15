import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initDesk } from './desk-init.ts';

it('leaves a configuration that is there as it is, and says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galen-desk-'));
  const file = join(folder, 'desk.yaml');
  await initDesk(file);
  writeFileSync(file, 'mine');
  const again = await initDesk(file).catch((error: unknown) => String(error));
  expect(again).toContain('is there already and was left as it is');
  expect(again).not.toContain('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  rmSync(folder, { recursive: true });
});
