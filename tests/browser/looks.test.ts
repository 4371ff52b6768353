import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { newPage, newVisitor, useChromium } from './chromium.ts';
import { DEMO_MODULES, fill, fillAll, focused, pageOf, picture, press, shownWidget } from './pages.ts';

useChromium();

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

/** What axe finds against a page as it is, each with the elements that it concerns. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run(document)')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
};

/** How far a page is wider than its window, in pixels. */
const overflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.each([
  ['a phone', { width: 360, height: 740 }],
  ['a large screen', { width: 1440, height: 900 }],
])('on %s', (name, viewport) => {
  test('every screen fits, and axe finds nothing against it', async () => {
    const page = await newPage({ viewport });
    const looks = async (screen: string): Promise<void> => {
      expect(await violations(page), screen).toEqual([]);
      expect(await overflow(page), screen).toBe(0);
      await picture(page, `${screen} on ${name}`);
    };
    const modules = ['business_profile', 'directors_kyc', 'document_upload'] as const;
    await page.goto(
      pageOf(await shownWidget(customer, { modules, branding: { supportEmail: 'help@market.example' } })),
    );
    await page.getByLabel('Business name').waitFor();
    await looks('form');
    await press(page, 'Save and continue');
    await page.getByRole('alert').waitFor();
    await looks('problems');
    await fill(page, 'business_profile');
    await press(page, 'Save and continue');
    await page.getByRole('heading', { name: 'Directors' }).waitFor();
    await page.getByRole('button', { name: 'Add another Directors' }).click();
    await page.getByLabel('Directors, number 2').fill('Obi Eze');
    await looks('list');
    await page.getByLabel('Directors', { exact: true }).fill('Ada Obi');
    await press(page, 'Save and continue');
    await page.getByLabel('Add files').waitFor();
    await looks('files');
    await press(page, 'Leave');
    await page.getByRole('dialog').waitFor();
    await looks('leaving');
  });
});

describe('whatever its customer chose,', () => {
  test.each([
    ['a dark accent', { accentColor: '#0b1f3a', cornerRadius: 'sharp' }],
    ['a light accent', { accentColor: '#ffe600', cornerRadius: 'round' }],
    ['white', { accentColor: '#ffffff', cornerRadius: 'soft' }],
  ])('%s is readable', async (name, branding) => {
    const page = await newPage({ viewport: { width: 900, height: 700 } });
    await page.goto(pageOf(await shownWidget(customer, { branding, modules: ['tin_verification'] })));
    await fillAll(page, ['tin_verification']);
    await page.getByRole('button', { name: 'Submit' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, name);
  });
});

describe('with the keyboard alone', () => {
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

describe('the first view', () => {
  test('with every module takes one response below 60 kB, and is there soon on a slow network', async () => {
    const visitor = await newVisitor();
    const page = await visitor.newPage();
    const devtools = await visitor.newCDPSession(page);
    await devtools.send('Network.enable');
    // What Chromium's own tools call fast 4G: 9 Mbit/s down, 60 ms there and back.
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 60,
      downloadThroughput: (9_000_000 / 8) * 0.9,
      uploadThroughput: (1_500_000 / 8) * 0.9,
    });
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(pageOf(await shownWidget(customer, { modules: MODULE_IDS })), { waitUntil: 'load' });
    const loaded = bytes;
    await page.getByLabel('Business name').waitFor();
    const paint = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`);
    process.stdout.write(
      `First view: ${(loaded / 1000).toFixed(1)} kB, painted after ${Math.round(Number(paint))} ms\n`,
    );
    expect(loaded).toBeGreaterThan(5_000);
    expect(loaded).toBeLessThan(60_000);
  });
});

describe('a preview', () => {
  test('shows the page of a draft, marked, and neither calls nor charges anything', async () => {
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

describe('a page that is refused', () => {
  test('says why to people', async () => {
    const draft = await shownWidget(customer, {}, 'draft');
    const page = await newPage({ viewport: { width: 360, height: 640 } });
    const response = await page.goto(pageOf(draft));
    expect(response?.status()).toBe(403);
    await page.getByRole('heading', { name: 'This form is not open at the moment' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'not-live');
  });

  test('a widget of signed requests says where to start', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer, { security: { requireSignedRequests: true } })));
    await page.getByText('This form opens from the website of Market Square only').waitFor();
  });
});

describe('a session whose time is over', () => {
  test('says so, and goes on where it was', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await page.getByLabel('Business name').fill('Ada Provisions Limited');
    const expired = { success: false, status: 'error', message: 'The session has expired.', code: 'SESSION_EXPIRED' };
    await page.route('**/answers', (route) => route.fulfill({ status: 410, json: expired }));
    await press(page, 'Save and continue');
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await picture(page, 'expired');
    await page.unroute('**/answers');
    await press(page, 'Continue where you were');
    expect(await page.getByLabel('Business name').inputValue()).toBe('Ada Provisions Limited');
    await press(page, 'Save and continue');
    await page.getByText('Step 2 of 4').waitFor();
  });
});
