import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartSummary } from '../../src/domain/chart-summary.ts';
import { type FakeModelServer, says } from '../../src/llm/testing/fake-model-server.ts';
import { startFakeOllama } from '../../src/llm/testing/fake-ollama.ts';
import { answered, ask, focused, isInView, usePage } from './use-page.ts';
import { violations } from './violations.ts';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let model: FakeModelServer;
beforeAll(async () => {
  model = await startFakeOllama(() => says('A zebra-striped infiltrate in the left lower zone.'));
});
afterAll(() => model.close());
const galen = usePage(() => ({ GALEN_VISION_MODEL: 'ollama/eyes', GALEN_OLLAMA_URL: model.url }));

describe('the clinic', () => {
  it('keeps the patient in sight beside the chart', async () => {
    const page = await galen.open({ as: 'clinician', path: '#/clinic' });
    await page.getByRole('searchbox', { name: 'Find a patient by name' }).fill('Suong');
    await page.getByRole('link', { name: /Sương/u }).click();
    await page.getByTestId('chart').getByText('Creatinine, serum').waitFor();
    const aside = page.getByRole('complementary', { name: 'Chart' });
    await aside.hover();
    await page.mouse.wheel(0, 2_000);
    const top = () => aside.evaluate(({ scrollTop }) => scrollTop);
    await expect.poll(top, { timeout: 30_000 }).toBeGreaterThan(300);
    expect(await isInView(page.getByTestId('active-patient'))).toBe(true);
    expect(await isInView(page.getByRole('textbox'))).toBe(true);
    await page.getByTestId('allergies').getByText('Iodinated contrast medium').waitFor();
    // Out of range is told in words, and not by colour alone.
    await aside.locator('[data-flag=high]').first().getByText('high').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('plots the values that were asked for, each to be read out with the keyboard', async () => {
    const page = await galen.open({ as: 'clinician', path: '#/clinic/gal-0001' });
    await page.getByTestId('chart').waitFor();
    await ask(page, 'potassium over the last 5 years');
    await answered(page);
    const plot = page.getByTestId('asked-values').getByRole('slider', { name: 'Potassium' });
    await plot.getByTestId('reference-range').waitFor({ state: 'attached' });
    await plot.focus();
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/5\.1 mmol\/L \(out of range\)/u);
    await page.keyboard.press('ArrowLeft');
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/4\.8 mmol\/L$/u);
    await page.getByTestId('answer').getByRole('cell', { name: '4.8 mmol/L, normal' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('has the chart a touch away on a phone, and tells no known allergies from none recorded', async () => {
    const page = await galen.open({ as: 'clinician', path: '#/clinic/gal-0001', width: 390 });
    await page.getByTestId('chart').waitFor();
    await ask(page, 'potassium?');
    await answered(page);
    expect(await page.getByTestId('chart').count()).toBe(0);
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByTestId('chart').getByText('Creatinine, serum').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const { patients } = await galen.get<{ patients: { id: string }[] }>(
      '/v1/patients?limit=50',
      'clinician',
    );
    const told = await Promise.all(
      patients.map(async ({ id }) => galen.get<ChartSummary>(`/v1/patients/${id}/chart`, 'clinician')),
    );
    for (const [chart, words] of [
      [told.find(({ allergies }) => allergies.length === 0), 'No allergies recorded'],
      [told.find(({ allergies }) => allergies[0]?.states_none), 'No known allergies'],
    ] as const) {
      if (chart === undefined) throw new Error(`no sample patient has “${words}”`);
      await page.goto(`${galen.url()}/#/clinic/${chart.patient.id}`);
      await page.getByTestId('allergies').getByText(words).waitFor();
    }
  });

  it('takes a picture with the question, shows it may be taken back, and sends it as it is', async () => {
    const page = await galen.open({ as: 'clinician', path: '#/clinic/gal-0001' });
    await page.getByTestId('chart').waitFor();
    const picture = { name: 'chest.png', mimeType: 'image/png', buffer: PNG };
    const input = page.locator('input[type=file]');
    await input.setInputFiles(picture);
    await page.getByRole('button', { name: /chest\.png/u }).click();
    await page.getByRole('button', { name: 'Add a picture' }).waitFor();
    await input.setInputFiles(picture);
    await page.getByRole('button', { name: /chest\.png/u }).waitFor();
    await ask(page, 'What does this picture show?');
    await answered(page);
    await page.getByTestId('answer').getByText('zebra-striped infiltrate', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Add a picture' }).waitFor();
    expect(model.requests.at(-1)?.text).toContain(PNG.toString('base64'));
    expect(await violations(page)).toEqual([]);
  });

  it('says what is wrong with a picture that is none', async () => {
    const page = await galen.open({ as: 'clinician', path: '#/clinic/gal-0001' });
    await page.getByTestId('chart').waitFor();
    const buffer = Buffer.from('no picture at all');
    await page.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
    await ask(page, 'What does this picture show?');
    await page.getByRole('alert').getByText('not a PNG, JPEG, WebP or GIF', { exact: false }).waitFor();
  });

  describe('writes to a chart', () => {
    const card = (page: Page) => page.getByTestId('approval');
    const state = (page: Page, wanted: string) =>
      page.locator(`[data-testid=approval][data-state=${wanted}]`).last().waitFor({ timeout: 120_000 });
    const medication = async (name: string, patient = 'gal-0001') => {
      const chart = await galen.get<ChartSummary>(`/v1/patients/${patient}/chart`, 'clinician');
      return chart.medications.filter(({ text }) => text.toLowerCase().includes(name)).length;
    };

    /** A clinician's page with a proposal on it. */
    async function propose(request: string, patient = 'gal-0001'): Promise<Page> {
      const page = await galen.open({ as: 'clinician', path: `#/clinic/${patient}` });
      await page.getByTestId('chart').waitFor();
      await ask(page, request);
      await state(page, 'pending');
      return page;
    }

    it('wait for a yes over a reload and in other tabs, and are written once by a double click', async () => {
      const page = await propose('Prescribe cetirizine 10 mg once a day');
      expect(await medication('cetirizine')).toBe(0);
      expect(await violations(page)).toEqual([]);
      await page.reload();
      await state(page, 'pending');
      const other = await page.context().newPage();
      await other.goto(`${galen.url()}/#/clinic`);
      await card(other)
        .getByText(/cetirizine/iu)
        .first()
        .waitFor();
      await card(page).getByRole('button', { name: 'Approve and write' }).dblclick();
      await state(page, 'executed');
      await card(other).waitFor({ state: 'detached' });
      await page
        .getByTestId('chart')
        .getByText(/cetirizine/iu)
        .waitFor();
      expect(await medication('cetirizine')).toBe(1);
    });

    it('are checked anew when their values are changed, and written as changed', async () => {
      const page = await propose('Prescribe loratadine 10 mg once a day');
      await card(page).getByLabel('Dose').fill('5 mg');
      expect(await card(page).getByRole('button', { name: 'Approve and write' }).count()).toBe(0);
      await card(page).getByRole('button', { name: 'Check the changed values' }).click();
      await card(page)
        .getByText(/loratadine 5 mg/u)
        .waitFor();
      await card(page).getByRole('button', { name: 'Approve and write' }).click();
      await state(page, 'executed');
      await page.getByTestId('chart').getByText(/5 mg/u).first().waitFor();
    });

    it('that cannot be sent leave chart, conversation and what was typed where they are', async () => {
      const page = await propose('Prescribe fexofenadine 120 mg once a day');
      expect(await card(page).getByLabel('Route').inputValue()).toBe('');
      await card(page).getByLabel('Dose').fill('60 mg');
      await page.context().setOffline(true);
      await card(page).getByRole('button', { name: 'Check the changed values' }).click();
      await card(page)
        .getByRole('alert')
        .getByText(/cannot be reached/u)
        .waitFor();
      await page.getByText('may be out of date', { exact: false }).waitFor();
      expect(await page.getByTestId('chart').isVisible()).toBe(true);
      expect(await card(page).getByLabel('Dose').inputValue()).toBe('60 mg');
      await page.context().setOffline(false);
      await card(page).getByRole('button', { name: 'Check the changed values' }).click();
      await card(page)
        .getByText(/fexofenadine 60 mg/u)
        .waitFor();
      expect(await card(page).getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);
      await card(page)
        .getByLabel(/^Reason/u)
        .fill('Not needed');
      await card(page).getByRole('button', { name: 'Reject' }).click();
      await state(page, 'rejected');
    });

    it('stay in the list of what waits with what became of them, and tell a browser elsewhere', async () => {
      const page = await propose('Prescribe desloratadine 5 mg once a day');
      const runs = await galen.get<{ proposals: { run_id: string; call_id: string; args_hash: string }[] }>(
        '/v1/approvals',
        'clinician',
      );
      const { run_id, call_id, args_hash } = runs.proposals.at(-1) ?? {};
      const headers = { 'x-galen-as': 'clinician', 'content-type': 'application/json' };
      const body = JSON.stringify({ decision: 'reject', args_hash, reason: 'Not needed', language: 'en' });
      await fetch(`${galen.url()}/v1/runs/${run_id}/approvals/${call_id}`, { method: 'POST', headers, body });
      await state(page, 'rejected');

      await propose('Prescribe bilastine 20 mg once a day');
      const list = await galen.open({ as: 'clinician', path: '#/clinic' });
      const mine = card(list).filter({ hasText: /bilastine/iu });
      await mine.getByRole('button', { name: 'Approve and write' }).click();
      await list
        .locator('[data-testid=approval][data-state=executed]')
        .getByText(/bilastine/iu)
        .first()
        .waitFor();
      expect(await focused(list, 'dataset.testid')).toBe('approval');
    });

    it('need a reason against a severe finding, and leave no trace in the chart when rejected', async () => {
      const page = await propose('Prescribe amoxicillin 500 mg three times a day', 'gal-0004');
      expect(await card(page).getByRole('button', { name: 'Approve and write' }).isDisabled()).toBe(true);
      await card(page)
        .getByLabel(/^Reason/u)
        .fill('Allergy to penicillin');
      expect(await card(page).getByRole('button', { name: 'Approve and write' }).isEnabled()).toBe(true);
      await card(page).getByRole('button', { name: 'Reject' }).click();
      await state(page, 'rejected');
      expect(await medication('amoxicillin', 'gal-0004')).toBe(0);
    });
  });

  it('is not there for patients', async () => {
    const page = await galen.open({ as: 'patient' });
    await page.getByRole('navigation').getByRole('link', { name: 'Knowledge' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Clinic' }).count()).toBe(0);
  });
});
