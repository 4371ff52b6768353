import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { overflow, violations } from './accessibility.ts';
import { newPage, newVisitor, useChromium } from './chromium.ts';
import { pdf, photo } from './files.ts';
import { hostPage } from './host-page.ts';
import {
  DEMO_MODULES,
  fill,
  fillAll,
  focused,
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

describe.each([
  ['a phone', { width: 360, height: 740 }],
  ['a large screen', { width: 1280, height: 900 }],
])('on %s', (name, viewport) => {
  test.each(['light', 'dark'] as const)('every screen fits, and axe finds no problem, %s', async (colorScheme) => {
    const page = await newPage({ viewport, colorScheme });
    const looks = async (screen: string): Promise<void> => {
      expect(await violations(page), screen).toEqual([]);
      expect(await overflow(page), screen).toBe(0);
      await picture(page, `${screen} on ${name} ${colorScheme}`);
    };
    const modules = ['business_profile', 'directors_kyc', 'bank_account_verification', 'document_upload'] as const;
    const branding = { supportEmail: 'help@market.example', consentText: 'I agree.', termsUrl: 'https://a.example' };
    await page.goto(pageOf(await shownWidget(customer, { modules, branding })));
    await page.getByLabel('Business name').waitFor();
    await looks('form');
    await press(page, 'Save and continue');
    await page.getByRole('alert').waitFor();
    await looks('problems');
    await fill(page, 'business_profile');
    await press(page, 'Save and continue');
    await page.getByRole('heading', { name: 'Directors' }).waitFor();
    await fill(page, 'directors_kyc');
    await press(page, 'Add a person');
    await looks('people');
    await press(page, 'Save and continue');
    await page.getByRole('combobox', { name: 'Bank' }).fill('bank');
    await page.getByRole('option', { name: 'Access Bank' }).waitFor();
    await looks('search');
    await fill(page, 'bank_account_verification');
    await press(page, 'Save and continue');
    await fill(page, 'document_upload');
    await page.getByLabel('Add files').setInputFiles([photo('shop.png', 300), pdf('certificate.pdf')]);
    await page.getByText('Uploaded').nth(1).waitFor();
    await page.route('**/attachments', (route) => route.abort());
    await page.getByLabel('Add files').setInputFiles(pdf('failed.pdf'));
    await page.getByText('did not upload').waitFor();
    await looks('files');
    await press(page, 'Remove failed.pdf');
    await press(page, 'Save and continue');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await looks('review');
    await press(page, 'Leave');
    await page.getByRole('dialog').waitFor();
    await looks('leaving');
    await press(page, 'Leave the form');
    await page.getByRole('heading', { name: 'You have left the form' }).waitFor();
    await looks('left');
    await page.reload();
    await page.getByRole('heading', { name: 'Is this your form?' }).waitFor();
    await looks('choose');
    await press(page, 'Continue this form');
    await page.getByLabel('I agree.').check();
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await looks('submitted');
  });
});

describe('whatever the customer chose,', () => {
  test.each([
    ['black', { accentColor: '#000000', cornerRadius: 'sharp' }],
    ['yellow', { accentColor: '#ffe600', cornerRadius: 'round' }],
    ['grey', { accentColor: '#808080', cornerRadius: 'soft' }],
    ['white', { accentColor: '#ffffff', cornerRadius: 'soft' }],
  ])('%s is readable, by day and by night', async (name, branding) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newPage({ viewport: { width: 900, height: 700 }, colorScheme });
      await page.goto(pageOf(await shownWidget(customer, { branding, modules: ['tin_verification'] })));
      await fillAll(page, ['tin_verification']);
      await page.getByRole('button', { name: 'Submit' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await picture(page, `${name} ${colorScheme}`);
    }
  });

  test('it is readable on a dark page that embeds it', async () => {
    const widget = await shownWidget(customer, { branding: { supportEmail: 'help@market.example' } });
    const host = await hostPage(
      `<style>body { background: #000; color: #fff }</style><div id="kyb"></div>
      <script src="${stack().apiUrl}/widget.js" data-token="${widget.embedLinkToken}" data-container="#kyb"></script>`,
    );
    onTestFinished(host.close);
    const page = await newPage({ viewport: { width: 900, height: 700 } });
    await page.goto(host.origin);
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Business name').waitFor();
    const ground = await frame.locator('body').evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe('rgb(245, 246, 248)');
    await picture(page, 'dark-host');
  });
});

describe('with only the keyboard', () => {
  test('an applicant gets from the link to the completion', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer, { modules: ['business_profile', 'tin_verification'] })));
    await page.getByLabel('Business name').waitFor();
    const tabTo = async (attribute: string, value: string): Promise<void> => {
      for (let pressed = 0; (await focused(page, attribute)) !== value; pressed += 1) {
        if (pressed > 40) throw new Error(`The keyboard does not reach ${attribute}=${value}`);
        await page.keyboard.press('Tab');
      }
    };
    await tabTo('name', 'businessName');
    await page.keyboard.type('Ada Provisions Limited');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tax identification number' }).waitFor();
    await tabTo('name', 'tin');
    await page.keyboard.type('12345678-0001');
    await tabTo('type', 'submit');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await tabTo('type', 'submit');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
});

/** A network and a machine, slowed down as Chromium's own tools do it. */
interface Slowness {
  readonly latency: number;
  readonly kilobitsPerSecond: number;
  readonly cpu: number;
}

/**
 * Opens the page of a widget under these conditions. Returns its bytes, and after how many milliseconds it can be
 * filled in.
 */
const firstView = async (widget: ShownWidget, { latency, kilobitsPerSecond, cpu }: Slowness) => {
  const visitor = await newVisitor();
  const page = await visitor.newPage();
  const devtools = await visitor.newCDPSession(page);
  await devtools.send('Network.enable');
  const throughput = (kilobitsPerSecond * 1000) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(pageOf(widget), { waitUntil: 'load' });
  // The page may be loaded a moment before the protocol reports its size.
  await waitUntil(() => bytes > 0, { what: 'the size of the page' });
  const loaded = bytes;
  await page.getByLabel('Business name').waitFor();
  // Nothing is painted before the form is.
  const usableMs = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`);
  return { kilobytes: loaded / 1000, usableMs: Math.round(Number(usableMs)) };
};

const FAST_4G = { latency: 60, kilobitsPerSecond: 9_000, cpu: 1 };
const SLOW_PHONE = { latency: 400, kilobitsPerSecond: 400, cpu: 4 };

describe('the first view', () => {
  test.each([
    ['three modules on fast 4G', DEMO_MODULES, FAST_4G, 32],
    ['three modules on a slow phone', DEMO_MODULES, SLOW_PHONE, 32],
    // The page takes 31.5 kB of it, and the rest is headers.
    ['every module on a slow phone', MODULE_IDS, SLOW_PHONE, 32.6],
  ] as const)('takes one small response: %s', async (name, modules, slowness, mostKilobytes) => {
    const { kilobytes, usableMs } = await firstView(await shownWidget(customer, { modules }), slowness);
    process.stdout.write(`First view of ${name}: ${kilobytes.toFixed(1)} kB, usable after ${usableMs} ms\n`);
    expect(kilobytes).toBeGreaterThan(5);
    expect(kilobytes).toBeLessThan(mostKilobytes);
  });
});

describe('a preview', () => {
  test('shows the page of a draft, marked as a preview, and neither calls nor charges anything', async () => {
    const widget = await shownWidget(customer, {}, 'draft');
    const { body } = await customer.post<{ data: { url: string } }>(`/v1/kyb/widgets/${widget.id}/preview`, {});
    const page = await newPage();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.goto(body.data.url);
    await page.getByText('Preview: nothing is saved or charged.').waitFor();
    await fillAll(page, DEMO_MODULES);
    await picture(page, 'preview');
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(calls).toHaveLength(1);
    const applicants = await customer.get<{ data: unknown[] }>(`/v1/kyb/widgets/${widget.id}/applicants`);
    expect(applicants.body.data).toEqual([]);
  });
});

describe('a refused page', () => {
  test('explains the reason in plain words', async () => {
    const draft = await shownWidget(customer, {}, 'draft');
    const page = await newPage({ viewport: { width: 360, height: 640 } });
    const response = await page.goto(pageOf(draft));
    expect(response?.status()).toBe(403);
    await page.getByRole('heading', { name: 'This form is not open at the moment' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'not-live');
  });

  test('of a widget with signed requests says where to start', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer, { security: { requireSignedRequests: true } })));
    await page.getByText('This form can only be opened from the Market Square website').waitFor();
  });
});
