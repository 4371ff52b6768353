import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { fromNewAddress } from '#tests/e2e/people';
import { picture } from './pages.ts';

/** The path on Debian and Ubuntu; `CHROMIUM` names another. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** No network calls of the browser itself, and no sandbox, which containers do not have. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let browser: Browser;
let contexts: BrowserContext[] = [];

/** The complaints of a test's pages. A test that expects a complaint removes it. */
export const complaints: string[] = [];

const watch = (page: Page): void => {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // What the network or the service refuses is not a fault of the page.
    const isNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isNetwork) complaints.push(`console: ${message.text()}`);
  });
};

/** The screenshots of a failed test. */
const leavePictures = async (name: string): Promise<void> => {
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    await picture(page, `failed ${name.replaceAll(/[^\w -]/g, '')} ${index + 1}`).catch(() => undefined);
  }
};

/**
 * One Chromium for the tests of a file. After each test its pages are closed, and none may have complained.
 *
 * @param more arguments of its command line.
 */
export const useChromium = (more: readonly string[] = []): void => {
  beforeAll(async () => {
    if (!existsSync(executablePath)) {
      throw new Error(`There is no ${executablePath}: install it (apt-get install chromium), or name one in CHROMIUM`);
    }
    browser = await chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await leavePictures(task.name);
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    const found = complaints.splice(0);
    expect(found).toEqual([]);
  });
  afterAll(() => browser?.close());
};

/** A new browser of a person with their own address. */
export const newVisitor = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const context = await browser.newContext({ extraHTTPHeaders: fromNewAddress(), ...options });
  context.setDefaultTimeout(20_000);
  context.on('page', watch);
  contexts.push(context);
  return context;
};

/** A new page of such a browser. */
export const newPage = async (options: BrowserContextOptions = {}): Promise<Page> =>
  (await newVisitor(options)).newPage();
