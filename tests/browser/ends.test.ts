import type { Locator, Page } from 'playwright-core';
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

/** What an end shows: its heading, and the only possible action. */
const expectEnd = async (page: Page, heading: string, next: string): Promise<void> => {
  await page.getByRole('heading', { name: heading }).waitFor();
  expect(await page.locator('main .primary').allTextContents()).toEqual([next]);
  expect(await page.title()).toContain(heading);
  await picture(page, `end ${heading}`);
};

const refusal = (code: string, message = 'Refused.') => ({ success: false, status: 'error', message, code });

const refuse = (page: Page, address: string, status: number, code: string): Promise<unknown> =>
  page.route(address, (route) => route.fulfill({ status, json: refusal(code) }));

/** Lets time pass on a page with its own clock, until something is shown. */
const timePasses = (page: Page, until: Locator): Promise<unknown> =>
  waitUntil(
    async () => {
      await page.clock.runFor(5_000);
      return (await until.count()) > 0;
    },
    { what: 'what time leads to' },
  );

/** A page of a person who was there before. */
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

describe('an end says what to do next:', () => {
  test('a session that has expired continues where it was', async () => {
    const page = await comingBack(await shownWidget(customer));
    await refuse(page, '**/answers', 410, 'SESSION_EXPIRED');
    await page.getByLabel('Registration number').fill('RC1234567');
    await press(page, 'Save and continue');
    await expectEnd(page, 'Your session has ended', 'Continue where you left off');
    await page.unroute('**/answers');
    await press(page, 'Continue where you left off');
    expect(await page.getByLabel('Registration number').inputValue()).toBe('RC1234567');
    await press(page, 'Save and continue');
    await page.getByText('Step 3 of 4').waitFor();
  });

  test('an application that was closed after a month starts again', async () => {
    const widget = await shownWidget(customer);
    const page = await comingBack(widget);
    await refuse(page, SESSIONS, 409, 'APPLICANT_NOT_OPEN');
    await page.reload();
    await expectEnd(page, 'This form is closed', 'Start again');
    await page.unroute(SESSIONS);
    await press(page, 'Start again');
    await page.getByText('Step 1 of 4').waitFor();
    expect(await page.getByLabel('Business name').inputValue()).toBe('');
  });

  test('a rejection is stated without its reason, which only the account may give', async () => {
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
    await press(page, 'Continue this form');
    await expectEnd(page, 'Your application was not approved', 'Write to Market Square');
    expect(await page.content()).not.toContain('Not ours.');
    await press(page, 'Start for another business');
    await page.getByText('Step 1 of 4').waitFor();

    const personal = await newPage();
    await personal.goto(pageOf(widget, `?applicantId=${applicantId}`));
    await expectEnd(personal, 'Your application was not approved', 'Write to Market Square');
    expect(await personal.getByRole('button').count()).toBe(0);
  });

  test.each([
    ['SESSION_NOT_IN_PROGRESS', 'submitted', 'This form has already been submitted', 'Start for another business'],
    ['SESSION_NOT_IN_PROGRESS', 'approved', 'Your application was approved', 'Start for another business'],
    ['APPLICANT_NOT_OPEN', 'expired', 'This form has expired', 'Start again'],
    ['APPLICANT_NOT_OPEN', 'abandoned', 'You have left the form', 'Start again'],
  ])('%s, %s: it says so, and what can be done', async (code, status, heading, next) => {
    const page = await comingBack(await shownWidget(customer));
    await page.route(SESSIONS, (route) =>
      route.fulfill({ status: 409, json: { ...refusal(code), details: { status } } }),
    );
    await page.reload();
    await expectEnd(page, heading, next);
    await page.unroute(SESSIONS);
    await press(page, next);
    await page.getByText('Step 1 of 4').waitFor();
  });

  test('an applicant who has begun finishes on a paused widget, even on another device', async () => {
    const widget = await shownWidget(customer);
    const page = await comingBack(widget);
    const [applicant] = await applicantsOf(customer, widget);
    await customer.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'paused' });
    await page.close();
    const other = await newPage();
    await other.goto(pageOf(widget, `?applicantId=${applicant?.id}`));
    await fillAll(other, DEMO_MODULES.slice(1));
    await press(other, 'Submit');
    await other.getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  test('a session that was left starts again if sessions are not resumed', async () => {
    const page = await comingBack(await shownWidget(customer, { flow: { enableResume: false } }));
    await press(page, 'Leave');
    await press(page, 'Leave the form');
    await expectEnd(page, 'You have left the form', 'Start again');
    await press(page, 'Start again');
    await page.getByText('Step 1 of 4').waitFor();
  });

  test('a session that may not be resumed starts again, or a new link is to be requested if the link is for one applicant', async () => {
    const widget = await shownWidget(customer, { flow: { enableResume: false }, branding: REACHABLE });
    const page = await comingBack(widget);
    const [applicant] = await applicantsOf(customer, widget);
    const other = await newPage();
    await other.goto(pageOf(widget, `?applicantId=${applicant?.id}`));
    await expectEnd(other, 'This form has already been started', 'Write to Market Square');
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
    // Errors of the service are retried a few times before.
    await timePasses(page, title);
    await expectEnd(page, heading, 'Try again');
    await page.unroute(SESSIONS);
    await press(page, 'Try again');
    await page.getByLabel('Business name').waitFor();
    await waitUntil(async () => (await applicantsOf(customer, widget)).length === 1, { what: 'the applicant' });
  });

  test('an incomplete link is to be requested again', async () => {
    const page = await newPage();
    const widget = await shownWidget(customer, { branding: REACHABLE });
    await page.goto(pageOf(widget, '?applicantId=app_nobody'));
    await expectEnd(page, 'This link does not work', 'Write to Market Square');
    await page.getByText('Ask Market Square for a new link.').waitFor();
  });

  test('a save that fails repeatedly says so beside its button, and loses nothing', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await fill(page, 'business_profile');
    await page.clock.install();
    await refuse(page, '**/answers', 500, 'INTERNAL_ERROR');
    await page.getByLabel('Industry').fill('Textiles');
    await press(page, 'Save and continue');
    const told = page.getByRole('alert').getByText('Something went wrong. Your answers are kept.');
    await page.getByText('The service is not responding.').waitFor();
    await timePasses(page, told);
    await picture(page, 'save-failed');
    await page.unroute('**/answers');
    await press(page, 'Save and continue');
    const next = page.getByText('Step 2 of 4');
    await timePasses(page, next);
  });
});

describe('an address that the browser is sent to', () => {
  test('contains no id of a session, which together with the link would give access to the answers', async () => {
    const widget = await shownWidget(customer, { flow: { abandonRedirectUrl: 'http://localhost:1/left' } });
    const page = await comingBack(widget);
    const led = page.waitForRequest((request) => request.url().startsWith('http://localhost:1/left'));
    await press(page, 'Leave');
    await press(page, 'Leave the form');
    const { searchParams } = new URL((await led).url());
    expect([...searchParams.keys()].sort()).toEqual(['applicantId', 'status']);
  });
});
