import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { listWidgets } from '#functions/api/kyb/list-widgets.contract';
import { apiDocument } from '#functions/api/openapi-document';
import { type Account, rotateApiKeys } from '#scripts/demo/journey';
import { newCustomer } from '#tests/e2e/people';
import { stack } from '#tests/support/stack';
import { overflow, violations } from './accessibility.ts';
import { newPage, newVisitor, useChromium } from './chromium.ts';
import { picture, press, shownWidget } from './pages.ts';

useChromium();

let customer: Account;
let secretKey: string;
beforeAll(async () => {
  customer = await newCustomer();
  ({ secretKey } = await rotateApiKeys(customer, 'sandbox'));
});

const PHONE = { width: 360, height: 740 };

/** Opens the API reference. */
const open = async (page: Page): Promise<void> => {
  await page.goto(`${stack().apiUrl}/v1/docs`);
  await page.getByRole('heading', { name: apiDocument().info.title, level: 1 }).waitFor();
};

/** Finds an operation by a search, and opens it. */
const find = async (page: Page, summary: string): Promise<void> => {
  if (page.viewportSize()?.width === PHONE.width) await press(page, 'Open Menu');
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('combobox', { name: 'Enter search query' }).fill(summary);
  await page.getByRole('option', { name: summary }).first().click();
  await operation(page, summary).waitFor();
};

/** The part of the page about an operation. */
const operation = (page: Page, summary: string) =>
  page.getByRole('main').getByRole('region', { name: summary, exact: true });

/** Opens the dialog in which a request to an operation is tried. */
const tryIt = async (page: Page, summary: string): Promise<void> => {
  await operation(page, summary).getByRole('button', { name: 'Test Request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).first().waitFor();
};

describe('the API reference', () => {
  test('loads from its own host alone, and keeps nothing of a key', async () => {
    const visitor = await newVisitor();
    const page = await visitor.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await open(page);
    await page.getByPlaceholder('Token').fill(secretKey);
    const hosts = requested.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin);
    expect([...new Set(hosts)]).toEqual([new URL(stack().apiUrl).origin]);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(kept).not.toContain('test_sk_');
    expect(page.url()).not.toContain('test_sk_');
  });

  test('finds an endpoint, with its rules, errors, limit and samples', async () => {
    const page = await newPage();
    await open(page);
    await find(page, createApplicant.summary);
    const shown = operation(page, createApplicant.summary);
    const documented = apiDocument().paths[createApplicant.route]?.['post'] as { responses: object } | undefined;
    const statuses = Object.keys(documented?.responses ?? {});
    expect(statuses).toContain('429');
    for (const status of statuses) await shown.getByText(status, { exact: true }).first().waitFor();
    await shown.getByText('Rate limit: ').first().waitFor();
    await shown.getByText('IDEMPOTENCY_KEY_REUSED').first().waitFor();
    await shown.getByText('max length').first().waitFor();
    for (const [language, line] of [
      ['TypeScript', 'await fetch('],
      ['Requests', 'requests.post('],
      ['Curl', '--request POST'],
    ] as const) {
      await shown.getByRole('button', { name: 'Change code sample language' }).click();
      await page.getByRole('option', { name: language, exact: true }).click();
      await shown.getByText(line).first().waitFor();
    }
  });

  test('sends a request with a key of the sandbox, and shows the response', async () => {
    const widget = await shownWidget(customer);
    const page = await newPage();
    await open(page);
    await page.getByPlaceholder('Token').fill(secretKey);
    await find(page, listWidgets.summary);
    await tryIt(page, listWidgets.summary);
    const response = page.waitForResponse((one) => new URL(one.url()).pathname.endsWith(listWidgets.route));
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).first().click();
    expect((await response).status()).toBe(200);
    await page.getByRole('dialog').getByText(widget.id).first().waitFor();
    await picture(page, 'reference tried');
  });

  test('takes no key of live', async () => {
    const page = await newPage();
    await open(page);
    const key = page.getByPlaceholder('Token');
    await key.fill(`live_sk_${'0'.repeat(32)}`);
    await page.getByRole('alert').getByText('That is a live key.').waitFor();
    expect(await key.inputValue()).toBe('');
  });
});

test.each([
  ['a phone', PHONE, 'light'],
  ['a large screen', { width: 1280, height: 900 }, 'dark'],
] as const)('on %s, the API reference fits, and axe finds nothing against it', async (name, viewport, colorScheme) => {
  const page = await newPage({ viewport, colorScheme });
  const looks = async (screen: string): Promise<void> => {
    expect(await violations(page), screen).toEqual([]);
    expect(await overflow(page), screen).toBe(0);
    await picture(page, `reference ${screen} on ${name}`);
  };
  await open(page);
  await looks('start');
  await find(page, createApplicant.summary);
  await looks('operation');
  await tryIt(page, createApplicant.summary);
  await looks('try');
});
