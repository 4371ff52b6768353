import { beforeAll, describe, expect, test } from 'vitest';
import { MODULE_FIELDS } from '#shared/onboarding/modules/module-fields';
import { MODULE_IDS, MODULES } from '#shared/onboarding/modules/modules';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { newPage, useChromium } from './chromium.ts';
import { pdf } from './files.ts';
import { fill, pageOf, picture, press, shownWidget } from './pages.ts';

useChromium();

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

describe('an applicant answers every module there is', () => {
  test('with each field found by its label, and a document where one is needed, up to the submission', async () => {
    const widget = await shownWidget(customer, { modules: MODULE_IDS });
    const page = await newPage();
    await page.goto(pageOf(widget));
    for (const [index, moduleId] of MODULE_IDS.entries()) {
      await page.getByText(`Step ${index + 1} of ${MODULE_IDS.length + 1}`).waitFor();
      await page.getByRole('heading', { name: MODULES[moduleId].title }).waitFor();
      await fill(page, moduleId);
      if (moduleId === 'document_upload') {
        await press(page, 'Save and continue');
        await page.getByRole('alert').getByText('Add at least one file').waitFor();
        await page.getByLabel('Add files').setInputFiles(pdf('certificate.pdf'));
        await page.getByText('Uploaded').waitFor();
        await picture(page, 'uploaded');
      }
      await press(page, 'Save and continue');
    }
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    expect(await page.getByText('Missing').count()).toBe(0);
    const submitted = page.waitForResponse((response) => response.url().endsWith('/submit'));
    await press(page, 'Submit');
    const { data } = await (await submitted).json();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(data.attachments['document_upload']).toMatchObject([{ filename: 'certificate.pdf' }]);
    for (const moduleId of MODULE_IDS) {
      expect(Object.keys(data.answers[moduleId] ?? {}).sort()).toEqual(
        MODULE_FIELDS[moduleId].map(({ name }) => name).sort(),
      );
    }
  });

  test('is told that a file is of no allowed kind, before anything is sent', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer, { modules: ['document_upload'] })));
    const files = page.getByLabel('Add files');
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.getByText('notes.txt is not a PDF, JPEG or PNG').waitFor();
    await files.setInputFiles({ name: 'big.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(4_000_001) });
    await page.getByText('big.pdf is larger than 4 MB').waitFor();
    // Its content is of no allowed kind either, which only the service finds out.
    await files.setInputFiles({ name: 'false.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') });
    await page.getByText('false.pdf is not a PDF, JPEG or PNG').waitFor();
    await picture(page, 'refused-files');
  });
});
