import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { waitUntil } from '#tests/support/wait-until';
import { newPage, useChromium } from './chromium.ts';
import {
  applicantsOf,
  DEMO_MODULES,
  fill,
  fillAll,
  pageOf,
  picture,
  press,
  reviewedApplicant,
  type ShownWidget,
  shownWidget,
} from './pages.ts';

useChromium();

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

/** What an end shows: its heading, and the one thing that can be done. */
const expectEnd = async (page: Page, heading: string, next: string): Promise<void> => {
  await page.getByRole('heading', { name: heading }).waitFor();
  expect(await page.locator('main .primary').allTextContents()).toEqual([next]);
  expect(await page.title()).toContain(heading);
  await picture(page, `end ${heading}`);
};

const refusal = (code: string, message = 'Refused.') => ({ success: false, status: 'error', message, code });

const refuse = (page: Page, address: string, status: number, code: string): Promise<unknown> =>
  page.route(address, (route) => route.fulfill({ status, json: refusal(code) }));

/** A page of somebody who was there before. */
const comingBack = async (widget: ShownWidget): Promise<Page> => {
  const page = await newPage();
  await page.goto(pageOf(widget));
  await fill(page, 'business_profile');
  await press(page, 'Save and continue');
  await page.getByText('Step 2 of 4').waitFor();
  return page;
};

/** A customer that applicants can write to. */
const REACHABLE = { supportEmail: 'help@market.example' };

const SESSIONS = '**/v1/widget/embed/sessions';

describe('an end says what next:', () => {
  test('a session whose time is over goes on where it was', async () => {
    const page = await comingBack(await shownWidget(customer));
    await refuse(page, '**/answers', 410, 'SESSION_EXPIRED');
    await page.getByLabel('Registration number').fill('RC1234567');
    await press(page, 'Save and continue');
    await expectEnd(page, 'Your session has ended', 'Continue where you were');
    await page.unroute('**/answers');
    await press(page, 'Continue where you were');
    expect(await page.getByLabel('Registration number').inputValue()).toBe('RC1234567');
    await press(page, 'Save and continue');
    await page.getByText('Step 3 of 4').waitFor();
  });

  test('an application that was closed after a month begins again', async () => {
    const widget = await shownWidget(customer);
    const page = await comingBack(widget);
    await refuse(page, SESSIONS, 409, 'APPLICANT_NOT_OPEN');
    await page.reload();
    await expectEnd(page, 'This form was closed', 'Start again');
    await page.unroute(SESSIONS);
    await press(page, 'Start again');
    await page.getByText('Step 1 of 4').waitFor();
    expect(await page.getByLabel('Business name').inputValue()).toBe('');
  });

  test('one that was decided is as good as submitted', async () => {
    const widget = await shownWidget(customer, { branding: REACHABLE });
    const page = await newPage();
    await page.goto(pageOf(widget));
    await fill(page, 'business_profile', { businessName: 'SANDBOX_REVIEW Provisions Limited' });
    await press(page, 'Save and continue');
    await fillAll(page, DEMO_MODULES.slice(1));
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const applicantId = await reviewedApplicant(customer, widget.id);
    await customer.post(`/v1/kyb/applicants/${applicantId}/decision`, { decision: 'reject', reason: 'Not ours.' });
    await page.goto('about:blank');
    await page.goto(pageOf(widget));
    await press(page, 'Go on with it');
    await expectEnd(page, 'You have submitted this form already', 'Begin as another business');
    expect(await page.content()).not.toContain('Not ours.');

    const personal = await newPage();
    await personal.goto(pageOf(widget, `?applicantId=${applicantId}`));
    await expectEnd(personal, 'You have submitted this form already', 'Write to Market Square');
  });

  test('one that was left where sessions are not resumed begins again', async () => {
    const page = await comingBack(await shownWidget(customer, { flow: { enableResume: false } }));
    await press(page, 'Leave');
    await press(page, 'Leave the form');
    await expectEnd(page, 'You have left the form', 'Start again');
    await press(page, 'Start again');
    await page.getByText('Step 1 of 4').waitFor();
  });

  test('one that may not be resumed is begun again, or asked for where the link is for one applicant', async () => {
    const widget = await shownWidget(customer, { flow: { enableResume: false }, branding: REACHABLE });
    const page = await comingBack(widget);
    const [applicant] = await applicantsOf(customer, widget);
    const other = await newPage();
    await other.goto(pageOf(widget, `?applicantId=${applicant?.id}`));
    await expectEnd(other, 'This form was begun before', 'Write to Market Square');
    await page.close();
  });

  test('a widget that is paused can be tried again', async () => {
    const widget = await shownWidget(customer);
    await customer.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'paused' });
    const page = await newPage();
    const response = await page.goto(pageOf(widget));
    expect(response?.status()).toBe(403);
    await expectEnd(page, 'This form is not open at the moment', 'Try again');
    await customer.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'live' });
    await press(page, 'Try again');
    await page.getByLabel('Business name').waitFor();
  });

  test.each([
    [402, 'INSUFFICIENT_BALANCE', 'This form cannot be started at the moment'],
    [429, 'RATE_LIMITED', 'Too many requests'],
    [500, 'INTERNAL_ERROR', 'Something went wrong'],
  ])('an opening that fails with %i can be tried again', async (status, code, heading) => {
    const widget = await shownWidget(customer);
    const page = await newPage();
    await page.clock.install();
    await page.route(SESSIONS, (route) =>
      route.fulfill({ status, json: refusal(code), headers: status === 429 ? { 'retry-after': '60' } : {} }),
    );
    await page.goto(pageOf(widget));
    const title = page.getByRole('heading', { name: heading });
    // Errors of the service are tried a few times before.
    for (let tries = 0; tries < 40 && (await title.count()) === 0; tries += 1) await page.clock.runFor(5_000);
    await expectEnd(page, heading, 'Try again');
    await page.unroute(SESSIONS);
    await press(page, 'Try again');
    await page.getByLabel('Business name').waitFor();
    await waitUntil(async () => (await applicantsOf(customer, widget)).length === 1, { what: 'the applicant' });
  });

  test('a link that is not complete is to be asked for', async () => {
    const page = await newPage();
    const widget = await shownWidget(customer, { branding: REACHABLE });
    await page.goto(pageOf(widget, '?applicantId=app_nobody'));
    await expectEnd(page, 'This link does not work', 'Write to Market Square');
    await page.getByText('Ask Market Square for a new link.').waitFor();
  });

  test('a save that fails over and over says so beside its button, and loses nothing', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await fill(page, 'business_profile');
    await page.clock.install();
    await refuse(page, '**/answers', 500, 'INTERNAL_ERROR');
    await page.getByLabel('Industry').fill('Textiles');
    await press(page, 'Save and continue');
    const told = page.getByRole('alert').getByText('Something went wrong, and nothing is lost.');
    await page.getByText('The service is not answering.').waitFor();
    for (let tries = 0; tries < 40 && (await told.count()) === 0; tries += 1) await page.clock.runFor(5_000);
    await told.waitFor();
    await picture(page, 'save-failed');
    await page.unroute('**/answers');
    await press(page, 'Save and continue');
    const next = page.getByText('Step 2 of 4');
    for (let tries = 0; tries < 40 && (await next.count()) === 0; tries += 1) await page.clock.runFor(5_000);
    await next.waitFor();
  });
});

describe('an address that the browser is sent to', () => {
  test('holds no id of a session: with it and the link answers could be read', async () => {
    const widget = await shownWidget(customer, { flow: { abandonRedirectUrl: 'http://localhost:1/left' } });
    const page = await comingBack(widget);
    const led = page.waitForRequest((request) => request.url().startsWith('http://localhost:1/left'));
    await press(page, 'Leave');
    await press(page, 'Leave the form');
    const { searchParams } = new URL((await led).url());
    expect([...searchParams.keys()].sort()).toEqual(['applicantId', 'status']);
  });
});
