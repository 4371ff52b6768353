import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { newVisitor, useChromium } from './chromium.ts';
import { hostPage } from './host-page.ts';
import {
  applicantsOf,
  DEMO_MODULES,
  fill,
  fillAll,
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

/** What browsers return that block the storage of frames of other sites: Safari, private windows, strict settings. */
const DENY_FRAMES = `if (window !== top) for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError'); } });`;

const embedding = ({ embedLinkToken }: ShownWidget, more = ''): string =>
  `<div id="kyb"></div><script src="${stack().apiUrl}/widget.js" data-token="${embedLinkToken}" data-container="#kyb" ${more}></script>`;

/** A visitor whose browser denies storage to frames, and a page that embeds a widget. */
const embedded = async (widget: ShownWidget): Promise<{ readonly visitor: BrowserContext; readonly page: Page }> => {
  const host = await hostPage(embedding(widget));
  onTestFinished(host.close);
  const visitor = await newVisitor();
  await visitor.addInitScript(DENY_FRAMES);
  const page = await visitor.newPage();
  await page.goto(host.origin);
  return { visitor, page };
};

describe('in a frame without access to storage', () => {
  test('a reload continues with the same applicant, and charges nothing', async () => {
    const widget = await shownWidget(customer);
    const { visitor, page } = await embedded(widget);
    const frame = page.frameLocator('iframe');
    await fill(frame, 'business_profile');
    await press(frame, 'Save and continue');
    await frame.getByText('Step 2 of 4').waitFor();
    await page.reload();
    await frame.getByText('Step 2 of 4').waitFor();
    await press(frame, 'Back');
    expect(await frame.getByLabel('Business name').inputValue()).toBe('Ada Provisions Limited');
    const tab = await visitor.newPage();
    await tab.goto(page.url());
    await tab.frameLocator('iframe').getByText('Step 1 of 4').waitFor();
    expect(await applicantsOf(customer, widget)).toHaveLength(1);
  });

  test('a reload is not charged either if the widget does not allow sessions to be resumed', async () => {
    const widget = await shownWidget(customer, { flow: { enableResume: false } });
    const { page } = await embedded(widget);
    const frame = page.frameLocator('iframe');
    await fill(frame, 'business_profile');
    await press(frame, 'Save and continue');
    await frame.getByText('Step 2 of 4').waitFor();
    await page.reload();
    await frame.getByText('Step 2 of 4').waitFor();
    await fillAll(frame, DEMO_MODULES.slice(1));
    await press(frame, 'Submit');
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await applicantsOf(customer, widget)).toHaveLength(1);
  });

  test('a page of another origin learns nothing of what the host page remembers', async () => {
    const widget = await shownWidget(customer);
    const { page } = await embedded(widget);
    await page.frameLocator('iframe').getByLabel('Business name').waitFor();
    const answered = await page.evaluate(`new Promise((resolve) => {
      let turns = 20;
      addEventListener('message', ({ data }) => {
        if (data?.type === 'kyb-recalled') resolve(true);
        // Messages arrive in their order: an answer would be among those that were sent before these.
        else if (data === 'turn') turns-- > 0 ? window.postMessage('turn', '*') : resolve(false);
      });
      window.postMessage({ type: 'kyb-recall', name: Object.keys(localStorage).find((name) => name.startsWith('kyb:')) }, '*');
      window.postMessage('turn', '*');
    })`);
    expect(answered).toBe(false);
  });
});

describe('if sessions may not be resumed', () => {
  test('a reload of the tab continues with what was saved; another tab is told, and starts again only on request', async () => {
    const widget = await shownWidget(customer, { flow: { enableResume: false } });
    const visitor = await newVisitor();
    const page = await visitor.newPage();
    await page.goto(pageOf(widget));
    await fill(page, 'business_profile');
    await press(page, 'Save and continue');
    await page.getByText('Step 2 of 4').waitFor();
    await page.reload();
    await page.getByText('Step 2 of 4').waitFor();
    await press(page, 'Back');
    expect(await page.getByLabel('Business name').inputValue()).toBe('Ada Provisions Limited');
    expect(await applicantsOf(customer, widget)).toHaveLength(1);
  });
});

describe('two people at one computer', () => {
  test('the second is asked, sees nothing of the first, and starts as another business', async () => {
    const widget = await shownWidget(customer);
    const visitor = await newVisitor();
    const first = await visitor.newPage();
    await first.goto(pageOf(widget));
    await fillAll(first, DEMO_MODULES);
    await press(first, 'Submit');
    await first.getByRole('heading', { name: 'Thank you' }).waitFor();
    await first.close();

    const second = await visitor.newPage();
    await second.goto(pageOf(widget));
    await second.getByText('Someone submitted this form in this browser.').waitFor();
    expect(await second.content()).not.toContain('Ada Provisions');
    await picture(second, 'choose-submitted');
    await press(second, 'Start for another business');
    await second.getByLabel('Business name').waitFor();
    expect(await second.getByLabel('Business name').inputValue()).toBe('');
    await fillAll(second, DEMO_MODULES);
    await press(second, 'Submit');
    await second.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(await applicantsOf(customer, widget)).toHaveLength(2);
  });

  test('are told apart after an hour', async () => {
    const widget = await shownWidget(customer);
    const visitor = await newVisitor();
    const first = await visitor.newPage();
    await first.clock.install();
    await first.goto(pageOf(widget));
    await fill(first, 'business_profile');
    await press(first, 'Save and continue');
    await first.getByText('Step 2 of 4').waitFor();
    await first.close();
    const second = await visitor.newPage();
    await second.clock.install({ time: Date.now() + 61 * 60_000 });
    await second.goto(pageOf(widget));
    await second.getByRole('heading', { name: 'Is this your form?' }).waitFor();
    expect(await second.content()).not.toContain('Ada Provisions');
  });

  test('one may submit for two businesses, one after the other', async () => {
    const page = await (await newVisitor()).newPage();
    const widget = await shownWidget(customer, { modules: ['tin_verification'] });
    await page.goto(pageOf(widget));
    await fillAll(page, ['tin_verification']);
    await press(page, 'Submit');
    await press(page, 'Start for another business');
    await page.getByLabel('Tax identification number').waitFor();
    expect(await page.getByLabel('Tax identification number').inputValue()).toBe('');
  });
});
