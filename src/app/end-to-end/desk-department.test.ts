import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { DeskFinal } from '../../domain/desk-output.ts';
import type { IngestJob } from '../../domain/ingest-job.ts';
import { sampleSettings } from '../desk-settings.ts';
import { readJson } from '../testing/read-json.ts';
import { readyFolder } from '../testing/ready-folder.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

/** What someone adds to the file that `galen desk init` wrote. */
const PHARMACY = `agents:
  pharmacy:
    desc: { en: drug orders and opening hours of the pharmacy, vi: đặt thuốc và giờ mở cửa của khoa dược }
    domains: [pharmacy_rules]
    words: { en: [pharmacy, drug order], vi: [khoa dược, đặt thuốc] }
    tools: [rag_tool, math_tool]
    collections: [desk]
    departments: [pharmacy]
`;
const HOURS = '# Giờ mở cửa khoa dược\n\nKhoa dược mở cửa từ 07:00 đến 19:00 hằng ngày.\n';

const folder = mkdtempSync(join(tmpdir(), 'galen-department-'));
const settings = { GALEN_DATA_DIR: await readyFolder(), GALEN_DESK_FILE: join(folder, 'desk.yaml') };
let server: RunningGalen;
beforeAll(async () => {
  writeFileSync(settings.GALEN_DESK_FILE, sampleSettings().replace('agents:\n', PHARMACY));
  server = await startGalen(settings);
});
afterAll(async () => {
  await server.stop();
  for (const path of [folder, settings.GALEN_DATA_DIR]) rmSync(path, { recursive: true, force: true });
});

async function ask(query: string): Promise<DeskFinal> {
  const response = await server.post('/v1/desk', { query }, { 'x-galen-as': 'staff-it' });
  return DeskFinal.parse(Answer.parse(await response.json()).output);
}

it('a department of the file and a document are all it takes, and both are there after a restart', async () => {
  const form = new FormData();
  form.append('files', new Blob([HOURS]), 'hours.md');
  for (const [name, value] of Object.entries({ collection: 'desk', scope: 'public', department: 'pharmacy' }))
    form.append(name, value);
  const headers = { 'x-galen-as': 'owner' };
  const posted = await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body: form });
  const { job_id } = await readJson<{ job_id: string }>(posted);
  await vi.waitFor(
    async () => {
      const job = await fetch(`${server.url}/v1/jobs/${job_id}`, { headers });
      expect(await readJson<IngestJob>(job)).toMatchObject({ state: 'done', progress: { loaded: 1 } });
    },
    { timeout: 120_000, interval: 100 },
  );

  for (const _ of ['as started', 'started again']) {
    expect((await ask('Khoa dược mở cửa lúc mấy giờ?')).answer).toContain('từ 07:00 đến 19:00');
    // Times of day are not reckoned with: the rule itself is shown.
    const { answer, execution_metadata } = await ask('Khoa dược mở cửa bao nhiêu giờ mỗi ngày?');
    expect(answer).toContain('từ 07:00 đến 19:00');
    expect(execution_metadata.agents_invoked).toEqual(['pharmacy']);
    // The departments that ship answer as before.
    expect((await ask('Mật khẩu phải có bao nhiêu ký tự?')).answer).toContain('14 ký tự');
    await server.stop();
    server = await startGalen(settings);
  }
});
