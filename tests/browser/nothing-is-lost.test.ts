import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { waitUntil } from '#tests/support/wait-until';
import { newPage, newVisitor, useChromium } from './chromium.ts';
import { pdf, photo } from './files.ts';
import {
  applicantsOf,
  DEMO_MODULES,
  fill,
  fillAll,
  focusAt,
  pageOf,
  picture,
  press,
  type ShownWidget,
  shownWidget,
} from './pages.ts';

useChromium();

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

const upload = (page: Page, ...files: ReturnType<typeof pdf>[]): Promise<void> =>
  page.getByLabel('Add files').setInputFiles(files);

const DOCUMENTS = { modules: ['document_upload', 'tin_verification'] } as const;

/** A page at the step of the documents, with its field filled in. */
const atDocuments = async (): Promise<Page> => {
  const page = await newPage();
  await page.goto(pageOf(await shownWidget(customer, DOCUMENTS)));
  await fill(page, 'document_upload');
  return page;
};

/** Holds back what is sent to an address until the test releases it. */
const held = async (page: Page, address: string) => {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(address, (route) => (isOpen ? route.continue() : void waiting.push(route)));
  return {
    waiting,
    letGo: async () => {
      isOpen = true;
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
  };
};

describe('an applicant who leaves with everything filled in', () => {
  const leave = async (page: Page): Promise<void> => {
    await press(page, 'Leave');
    await press(page, 'Leave the form');
    await page.getByRole('heading', { name: 'You have left the form' }).waitFor();
  };

  test('comes back, is asked whether it is the same business, finds everything, and submits', async () => {
    const page = await newPage();
    const widget = await shownWidget(customer);
    await page.goto(pageOf(widget));
    await fillAll(page, DEMO_MODULES);
    await leave(page);
    await picture(page, 'left');
    await page.reload();
    await page.getByRole('heading', { name: 'Is this your form?' }).waitFor();
    expect(await page.getByText('Ada Provisions').count()).toBe(0);
    await picture(page, 'choose');
    await press(page, 'Continue this form');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await applicantsOf(customer, widget)).toHaveLength(1);
  });

  test('continues at once after changing their mind', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await fillAll(page, DEMO_MODULES);
    await leave(page);
    await press(page, 'Continue where you left off');
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  test('may finish on a widget that was paused in the meantime', async () => {
    const page = await newPage();
    const widget = await shownWidget(customer);
    await page.goto(pageOf(widget));
    await fillAll(page, DEMO_MODULES);
    await leave(page);
    await customer.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'paused' });
    await page.reload();
    await press(page, 'Continue this form');
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
});

describe('a file during its upload', () => {
  test('is waited for by the step', async () => {
    const page = await atDocuments();
    const uploads = await held(page, '**/attachments');
    await upload(page, pdf('certificate.pdf'));
    await press(page, 'Save and continue');
    await page.getByText('Waiting for your files').waitFor();
    await picture(page, 'waiting-for-files');
    expect(await page.getByText('Step 1 of 3').count()).toBe(1);
    await uploads.letGo();
    await page.getByText('Step 2 of 3').waitFor();
    await press(page, 'Back');
    await page.getByText('Uploaded').waitFor();
  });

  test('is given up if it makes no progress for 45 seconds, and can be tried again', async () => {
    const page = await atDocuments();
    const stalled = await held(page, '**/attachments');
    await page.clock.install();
    await upload(page, pdf('certificate.pdf'));
    await page.getByRole('progressbar', { name: 'Uploading certificate.pdf' }).waitFor();
    await waitUntil(() => stalled.waiting.length > 0, { what: 'the upload' });
    await page.clock.runFor(30_000);
    expect(await page.getByText('certificate.pdf did not upload').count()).toBe(0);
    // All 45 seconds: progress that a busy machine reports late starts them again.
    await page.clock.runFor(46_000);
    await page.getByText('certificate.pdf did not upload').waitFor();
    await page.unroute('**/attachments');
    await press(page, 'Try again certificate.pdf');
    await page.getByText('Uploaded').waitFor();
  });

  test('is waited for by the submission, if it was added on the way back', async () => {
    const page = await atDocuments();
    await upload(page, pdf('first.pdf'));
    await page.getByText('Uploaded').waitFor();
    await fillAll(page, ['document_upload', 'tin_verification']);
    await page.getByRole('button', { name: 'Change Further documents' }).click();
    const uploads = await held(page, '**/attachments');
    await upload(page, pdf('second.pdf'));
    await page.goBack();
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    const submitted = page.waitForResponse((response) => response.url().endsWith('/submit'));
    await press(page, 'Submit');
    await page.getByText('Waiting for your files').waitFor();
    await uploads.letGo();
    const { data } = await (await submitted).json();
    expect(data.attachments.document_upload.map(({ filename }: { filename: string }) => filename)).toEqual([
      'first.pdf',
      'second.pdf',
    ]);
  });

  test('does not wait for another: three are sent at the same time', async () => {
    const page = await atDocuments();
    const uploads = await held(page, '**/attachments');
    await upload(page, pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf'));
    await waitUntil(() => uploads.waiting.length === 3, { what: 'three uploads' });
    await uploads.letGo();
    await waitUntil(async () => (await page.getByText('Uploaded').count()) === 4, { what: 'four files' });
  });

  test('can be cancelled', async () => {
    const page = await atDocuments();
    const uploads = await held(page, '**/attachments');
    await upload(page, pdf('wrong.pdf'));
    await waitUntil(() => uploads.waiting.length === 1, { what: 'the upload' });
    await press(page, 'Cancel wrong.pdf');
    expect(await page.getByText('wrong.pdf').count()).toBe(0);
    await focusAt(page, 'type', 'file');
  });

  test('keeps the step if it fails, until it is tried again', async () => {
    const page = await atDocuments();
    await page.route('**/attachments', (route) => route.abort());
    await upload(page, pdf('certificate.pdf'));
    await page.getByText('certificate.pdf did not upload').waitFor();
    await press(page, 'Save and continue');
    await page.getByRole('alert').getByText('Some files did not upload').waitFor();
    await picture(page, 'failed-upload');
    await page.unroute('**/attachments');
    await press(page, 'Try again certificate.pdf');
    await page.getByText('Uploaded').waitFor();
    await press(page, 'Save and continue');
    await page.getByText('Step 2 of 3').waitFor();
  });
});

describe('an uploaded file', () => {
  test('is shown as a picture, which was made smaller, and can be removed and replaced', async () => {
    const page = await atDocuments();
    const large = photo('receipt.png', 2600);
    expect(large.buffer.length).toBeGreaterThan(4_000_000);
    const answered = page.waitForResponse((response) => response.url().endsWith('/attachments'));
    await upload(page, large);
    const [file] = (await (await answered).json()).data.attachments.document_upload;
    expect(file).toMatchObject({ filename: 'receipt.jpg', mimeType: 'image/jpeg' });
    expect(file.size).toBeLessThan(4_000_000);
    await page.getByText('Uploaded').waitFor();
    const drawn = () =>
      page.locator('.thumbnail canvas').evaluate((canvas) => (canvas as { width?: number }).width === 96);
    await waitUntil(drawn, { what: 'the small picture' });
    await picture(page, 'thumbnail');

    await page.getByLabel('Replace receipt.jpg').last().setInputFiles(pdf('receipt.pdf'));
    await page.getByText('receipt.pdf').first().waitFor();
    await waitUntil(async () => (await page.getByText('receipt.jpg').count()) === 0, { what: 'the replacement' });
    await press(page, 'Remove receipt.pdf');
    await waitUntil(async () => (await page.getByText('Uploaded').count()) === 0, { what: 'the removal' });
    await press(page, 'Save and continue');
    await page.getByRole('alert').getByText('Add at least one file').waitFor();
  });
});

describe('typed input', () => {
  test('is there after a reload, even half a date', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer, { modules: ['cac_status_report'] })));
    await page.getByLabel('Registration number').fill('RC1234567');
    await page.getByLabel('Date of the report').fill('31/01');
    await press(page, 'Save and continue');
    await page.getByRole('alert').getByText('Enter the full date as day, month and year').waitFor();
    await page.reload();
    await page.getByLabel('Registration number').waitFor();
    expect(await page.getByLabel('Date of the report').inputValue()).toBe('31/01');
  });

  test('is there when the browser’s Back and Forward lead through the steps', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await fill(page, 'business_profile');
    await press(page, 'Save and continue');
    await page.getByLabel('Registration number').fill('RC12');
    await page.goBack();
    await page.getByText('Step 1 of 4').waitFor();
    expect(await page.getByLabel('Business name').inputValue()).toBe('Ada Provisions Limited');
    await page.goForward();
    await page.getByText('Step 2 of 4').waitFor();
    expect(await page.getByLabel('Registration number').inputValue()).toBe('RC12');
  });

  /** Whether closing the page asks for confirmation. */
  const asks = async (page: Page): Promise<boolean> => {
    let asked = false;
    page.once('dialog', async (dialog) => {
      asked = dialog.type() === 'beforeunload';
      await dialog.accept();
    });
    await page.close({ runBeforeUnload: true });
    await waitUntil(() => page.isClosed(), { what: 'the end of the page' });
    return asked;
  };

  test('makes closing the page ask for confirmation while it is not saved, and not afterwards', async () => {
    const visitor = await newVisitor();
    const widget = await shownWidget(customer);
    const page = await visitor.newPage();
    await page.goto(pageOf(widget));
    await page.getByLabel('Business email').fill('nobody');
    await page.getByLabel('Industry').fill('Retail');
    expect(await asks(page)).toBe(true);

    const again = await visitor.newPage();
    await again.goto(pageOf(widget));
    await again.getByLabel('Industry').fill('Textiles');
    await again.getByLabel('Business name').fill('Ada Provisions Limited');
    await again.getByLabel('Business email').focus();
    await again.getByText('Saved', { exact: true }).waitFor();
    expect(await asks(again)).toBe(false);
  });

  test('is reported as saved only once it is', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    const saved = page.getByText('Saved', { exact: true });
    await page.getByLabel('Business name').fill('Ada');
    await page.getByLabel('Industry').focus();
    await saved.waitFor();
    await page.getByLabel('Business email').fill('nobody');
    await page.getByLabel('Industry').focus();
    expect(await saved.count()).toBe(0);
  });
});

describe('a session that is about to expire', () => {
  const opened = async (widget: ShownWidget): Promise<Page> => {
    const page = await newPage();
    await page.clock.install();
    await page.goto(pageOf(widget));
    await page.getByLabel('Business name').fill('Ada Provisions Limited');
    await page.getByLabel('Industry').focus();
    await page.getByText('Saved', { exact: true }).waitFor();
    return page;
  };

  test('says so, with a button to continue', async () => {
    const page = await opened(await shownWidget(customer));
    await page.clock.fastForward('58:30');
    await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor();
    await picture(page, 'nearly-over');
    const told = page.waitForResponse((response) => response.url().endsWith('/answers'));
    await press(page, 'Continue with the form');
    expect((await told).status()).toBe(200);
    await page.clock.fastForward('02:00');
    await page.getByLabel('Business name').waitFor();
    expect(await page.getByRole('heading', { name: 'Your session has ended' }).count()).toBe(0);
  });

  test('ends, no longer shows anything, and continues where it was', async () => {
    const page = await opened(await shownWidget(customer));
    await page.clock.fastForward('01:01:00');
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(await page.getByLabel('Business name').count()).toBe(0);
    await press(page, 'Continue where you left off');
    expect(await page.getByLabel('Business name').inputValue()).toBe('Ada Provisions Limited');
  });
});

describe('at 60 kB a second', () => {
  test('a large file arrives, with its progress, and the step waits for it', async () => {
    const visitor = await newVisitor();
    const page = await visitor.newPage();
    await page.goto(pageOf(await shownWidget(customer, DOCUMENTS)));
    await fill(page, 'document_upload');
    const devtools = await visitor.newCDPSession(page);
    await devtools.send('Network.enable');
    const slow = { offline: false, latency: 100, downloadThroughput: 60_000, uploadThroughput: 60_000 };
    await devtools.send('Network.emulateNetworkConditions', slow);
    await upload(page, pdf('large.pdf', 400_000));
    await press(page, 'Save and continue');
    await page.getByText('Waiting for your files').waitFor();
    await page.getByText('Step 2 of 3').waitFor({ timeout: 60_000 });
  });
});
