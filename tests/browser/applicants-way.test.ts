import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verifySignature } from '#shared/signatures/signature';
import { newCustomer, register } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { waitUntil } from '#tests/support/wait-until';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { newPage, newVisitor, useChromium } from './chromium.ts';
import {
  applicantsOf,
  DEMO_MODULES,
  fill,
  fillAll,
  focused,
  pageOf,
  picture,
  press,
  reviewedApplicant,
  shownWidget,
} from './pages.ts';

useChromium();

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

describe('on the hosted page an applicant', () => {
  test('gets from the link to a decision, which the customer receives as a signed webhook', async () => {
    const widget = await shownWidget(customer);
    const receiver = await webhookReceiver();
    onTestFinished(receiver.close);
    const { signingSecret } = await register(customer, widget.id, 'kyc_widget', receiver.url);
    const page = await newPage();
    await page.goto(pageOf(widget));
    await page.getByRole('heading', { name: 'Sell on Market Square' }).waitFor();
    await fillAll(page, DEMO_MODULES);
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await picture(page, 'review');
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await picture(page, 'submitted');
    const referenceId = await page.locator('code').textContent();
    expect(referenceId).toMatch(/^ref_/);

    const webhooks = await receiver.waitFor(1, { timeoutMs: 60_000 });
    const [decision] = webhooks;
    const { valid } = verifySignature({
      header: String(decision?.headers['x-service-signature']),
      body: decision?.rawBody ?? '',
      secret: signingSecret,
      nowSeconds: Math.floor(Date.now() / 1000),
    });
    expect(valid).toBe(true);
    const events = webhooks.map(({ rawBody }) => JSON.parse(rawBody.toString()));
    expect(events[0].data).toMatchObject({ widgetId: widget.id, createdBy: 'applicant' });
  });

  test('who has to resubmit changes what was requested, and keeps what was accepted', async () => {
    const widget = await shownWidget(customer);
    const page = await newPage();
    await page.goto(pageOf(widget));
    await fill(page, 'business_profile', { businessName: 'SANDBOX_REVIEW Provisions Limited' });
    await press(page, 'Save and continue');
    await fillAll(page, DEMO_MODULES.slice(1));
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const applicantId = await reviewedApplicant(customer, widget.id);
    const asked = await customer.post(`/v1/kyb/applicants/${applicantId}/decision`, {
      decision: 'request_resubmission',
      reason: 'The number is of another business.',
      applicantMessage: 'Please give us the number of your own business.',
      modules: ['cac_verification'],
    });
    expect(asked.status, asked.text).toBe(200);

    const again = await newPage();
    await again.goto(pageOf(widget, `?applicantId=${applicantId}`));
    await again.getByRole('heading', { name: 'CAC registration' }).waitFor();
    await again.getByText('Please give us the number of your own business.').waitFor();
    await again.getByText('Already accepted: Business profile, Tax identification number.').waitFor();
    await again.getByText('Step 1 of 2').waitFor();
    await picture(again, 'resubmission');
    await again.getByLabel('Registration number').fill('RC7654321');
    await press(again, 'Save and continue');
    await again.getByText('Accepted', { exact: true }).first().waitFor();
    expect(await again.getByRole('button', { name: 'Change' }).count()).toBe(1);
    await picture(again, 'resubmission-review');
    await press(again, 'Submit');
    await again.getByRole('heading', { name: 'Thank you' }).waitFor();
  });

  test('who is in the middle of a step that accepts no more answers is told so, and continues', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    const closed = { success: false, status: 'error', message: 'Not enabled.', code: 'MODULE_NOT_ENABLED' };
    await page.route('**/answers', (route) => route.fulfill({ status: 400, json: closed }));
    await page.getByLabel('Business name').fill('Another Limited');
    await press(page, 'Save and continue');
    await page.getByText('Your earlier answers are kept.').waitFor();
    await page.getByText('Step 1 of 3').waitFor();
    await page.unroute('**/answers');
    await page.getByRole('heading', { name: 'CAC registration' }).waitFor();
  });

  test('is told what is missing and what has the wrong form, and where', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await page.getByLabel('Business email').fill('nobody');
    await press(page, 'Save and continue');
    const alert = page.getByRole('alert');
    await alert.getByText('Enter the business name').waitFor();
    await alert.getByText('Enter an email address, such as ada@example.com').waitFor();
    expect(await focused(page, 'role')).toBe('alert');
    await picture(page, 'problems');
    await alert.getByRole('link', { name: 'Enter the business name' }).click();
    expect(await focused(page, 'name')).toBe('businessName');
    await page.getByLabel('Business name').fill('Ada Provisions Limited');
    await page.getByLabel('Business email').fill('');
    await press(page, 'Save and continue');
    await page.getByText('Step 2 of 4').waitFor();
  });

  test('goes back, changes an answer, and finds the change on the review', async () => {
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await fillAll(page, DEMO_MODULES);
    await page.getByRole('button', { name: 'Change Business profile' }).click();
    await page.getByLabel('Business name').fill('Obi Provisions Limited');
    await press(page, 'Save and continue');
    await press(page, 'Back');
    expect(await page.getByLabel('Business name').inputValue()).toBe('Obi Provisions Limited');
    for (let step = 1; step <= 3; step += 1) await press(page, 'Save and continue');
    await page.getByText('Obi Provisions Limited').waitFor();
  });

  test('finds everything again after a reload: saved answers, unsaved input, and the step', async () => {
    const page = await newPage();
    const widget = await shownWidget(customer);
    await page.goto(pageOf(widget));
    await fill(page, 'business_profile');
    await press(page, 'Save and continue');
    await page.getByLabel('Registration number').fill('RC12');
    await page.reload();
    await page.getByText('Step 2 of 4').waitFor();
    expect(await page.getByLabel('Registration number').inputValue()).toBe('RC12');
    await press(page, 'Back');
    expect(await page.getByLabel('Business name').inputValue()).toBe('Ada Provisions Limited');
    const { body } = await customer.get<{ data: unknown[] }>(`/v1/kyb/widgets/${widget.id}/applicants`);
    expect(body.data).toHaveLength(1);
  });

  test('on another browser at the same link is another applicant', async () => {
    const widget = await shownWidget(customer);
    for (const visitor of [await newVisitor(), await newVisitor()]) {
      const page = await visitor.newPage();
      await page.goto(pageOf(widget));
      await page.getByLabel('Business name').waitFor();
    }
    // The form is drawn while its session is being opened.
    const opened = async () => (await applicantsOf(customer, widget)).length === 2;
    await waitUntil(opened, { what: 'two applicants' });
  });

  test('loses nothing while there is no connection, is told so, and continues when it is back', async () => {
    const visitor = await newVisitor();
    const page = await visitor.newPage();
    await page.goto(pageOf(await shownWidget(customer)));
    await fill(page, 'business_profile');
    await visitor.setOffline(true);
    await press(page, 'Save and continue');
    await page.getByText('You are offline').waitFor();
    await picture(page, 'offline');
    await page.getByLabel('Industry').fill('Textiles');
    await visitor.setOffline(false);
    await page.getByText('Step 2 of 4').waitFor();
    await press(page, 'Back');
    expect(await page.getByLabel('Industry').inputValue()).toBe('Textiles');
    expect(await page.getByText('You are offline').count()).toBe(0);
  });

  test('is taken to the customer’s own page afterwards, which learns who the applicant was', async () => {
    const receiver = await webhookReceiver();
    receiver.respondWith({ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome back</h1>' });
    onTestFinished(receiver.close);
    const page = await newPage();
    await page.goto(pageOf(await shownWidget(customer, { flow: { successRedirectUrl: receiver.url } })));
    await fillAll(page, DEMO_MODULES);
    await press(page, 'Submit');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('status')).toBe('submitted');
    expect(searchParams.get('applicantId')).toMatch(/^app_/);
    expect(searchParams.get('referenceId')).toMatch(/^ref_/);
  });
});
