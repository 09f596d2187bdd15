import { describe, expect, it } from 'vitest';
import { answered, ask, usePage } from './use-page.ts';

const galen = usePage();

describe('knowledge', () => {
  const HOSTILE =
    '# Quibble syndrome\n\nZorblatine relieves the quibble syndrome within two days. ' +
    '<img src=x onerror="window.broken=1"> <script>window.broken=1</script> [press](javascript:window.broken=1)\n';

  it('takes an upload, finds it, cites it, shows it harmless, and lets go of it', async () => {
    const page = await galen.open({ path: '#/knowledge' });
    await page.getByRole('combobox', { name: 'Kind of source' }).selectOption('guidelines');
    await page
      .getByLabel('Add documents')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'quibble.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from(HOSTILE),
      });
    await page.locator('[data-testid=job][data-state=done]').waitFor({ timeout: 120_000 });
    await page.getByRole('searchbox', { name: 'Try a search' }).fill('zorblatine quibble');
    await page.keyboard.press('Enter');
    await page.getByText('Words that matched').first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'New question' }).click();
    await ask(page, 'Does zorblatine relieve the quibble syndrome?');
    await answered(page);
    await page.locator('button.cite').first().click();
    await page.locator('mark').first().waitFor();
    expect(await page.locator('main img:not([role]), main a[href^="javascript"], main script').count()).toBe(
      0,
    );
    expect(await page.evaluate('window.broken')).toBeUndefined();
    await page.goto(`${galen.url()}/#/knowledge`);
    await page.getByRole('searchbox', { name: 'Filter by title' }).fill('quibble');
    // The list is asked for anew once the words stand.
    await expect.poll(() => page.getByRole('button', { name: /^Delete: / }).count()).toBe(1);
    await page.getByRole('button', { name: /^Delete: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: /^Delete: / }).waitFor({ state: 'detached' });
  });

  it('takes files that are dropped, says how far it is, and explains the order of what a search finds', async () => {
    const page = await galen.open({ as: 'clinician', path: '#/knowledge' });
    await page.getByTestId('drop').waitFor();
    const files = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['# Wibbleform fever\\n\\nWibbleform fever lasts for three days.\\n'], 'wibble.md'));
      return dropped;
    })()`);
    await page.getByTestId('drop').dispatchEvent('drop', { dataTransfer: files });
    await page.locator('[data-testid=job][data-state=done]').waitFor({ timeout: 120_000 });
    await page.getByText('1 of 1 file · 1 document added').waitFor();
    await page.getByRole('cell', { name: 'Wibbleform fever', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Try a search' }).fill('wibbleform fever');
    await page.keyboard.press('Enter');
    const first = page.getByRole('region', { name: 'Try a search' }).getByRole('listitem').first();
    await first.getByText('Wibbleform fever', { exact: true }).waitFor();
    expect(await first.locator('dt').allTextContents()).toEqual([
      'Words',
      'Meaning',
      'Reranker',
      'Evidence',
      'Order',
    ]);
    for (const value of await first.locator('dd').allTextContents()) expect(value).toMatch(/^\d\.\d\d$/u);
  });

  it('is looked at but not changed by those who may only read', async () => {
    const page = await galen.open({ as: 'patient', path: '#/knowledge' });
    await page.getByRole('row').nth(3).waitFor();
    expect(await page.getByRole('button', { name: /^Delete: / }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Add documents' }).count()).toBe(0);
  });
});

describe('the desk', () => {
  it('shows its plan done, and both sides of a contradiction with the reason that decided', async () => {
    const page = await galen.open({ as: 'staff-hr', path: '#/desk' });
    await ask(page, 'Giá trị cốt lõi của bệnh viện là gì?');
    await answered(page);
    await page
      .getByRole('region', { name: 'Plan' })
      .getByText(/^\d of \d tasks done.* · 100 %$/u)
      .waitFor();
    const conflict = page.getByTestId('conflict').first();
    await conflict.getByText('the newer text').first().waitFor();
    expect(await conflict.getByText(/^Counts/u).count()).toBe(1);
    expect(await conflict.getByText(/^Does not count/u).count()).toBe(1);
    await page.reload();
    await answered(page);
    expect(await page.getByTestId('conflict').count()).toBeGreaterThan(0);
  });
});
