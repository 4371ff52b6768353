import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newCustomer } from '#tests/e2e/people';
import type { ApiClient } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { complaints, newPage, useChromium } from './chromium.ts';
import { hostPage } from './host-page.ts';
import { DEMO_MODULES, fillAll, picture, press, type ShownWidget, shownWidget } from './pages.ts';

useChromium();

let customer: ApiClient;
beforeAll(async () => {
  customer = await newCustomer();
});

interface Message {
  readonly type: string;
  readonly sessionId: string | null;
  readonly applicantId: string | null;
  readonly [more: string]: unknown;
}

/** Collects what the host page is told, with listeners on its container. */
const LISTEN = `<script>
  window.heard = [];
  for (const type of ['ready', 'step_completed', 'submitted', 'resize', 'session_expired', 'error', 'closed'])
    document.addEventListener('kyb.' + type, ({ detail }) => heard.push(detail));
</script>`;

const loader = (attributes: string): string => `<script src="${stack().apiUrl}/widget.js" ${attributes}></script>`;

const opened = async (body: string, policy?: string) => {
  const host = await hostPage(body, policy);
  onTestFinished(host.close);
  const page = await newPage({ viewport: { width: 1024, height: 900 } });
  await page.goto(host.origin);
  const heard = (): Promise<Message[]> => page.evaluate('window.heard');
  const hears = (type: string): Promise<Message> =>
    waitUntil(async () => (await heard()).find((message) => message.type === type) ?? false, {
      what: `the message ${type}`,
      timeoutMs: 20_000,
    });
  return { host, page, frame: page.frameLocator('iframe'), heard, hears };
};

const byAttributes = ({ embedLinkToken }: ShownWidget, more = ''): string =>
  `${LISTEN}<div id="kyb"></div>${loader(`data-token="${embedLinkToken}" data-container="#kyb" ${more}`)}`;

describe('in a page of the customer’s', () => {
  test('the loader shows the hosted page, and the page gets its events up to the end', async () => {
    const { page, frame, heard, hears } = await opened(byAttributes(await shownWidget(customer)));
    const ready = await hears('kyb.ready');
    expect(ready).toMatchObject({
      sessionId: expect.stringMatching(/^wses_/),
      applicantId: expect.stringMatching(/^app_/),
    });
    await frame.getByLabel('Business name').waitFor();
    await waitUntil(async () => (await heard()).some(({ height }) => Number(height) > 500), { what: 'its height' });
    await picture(page, 'embedded');
    await fillAll(frame, DEMO_MODULES);
    await press(frame, 'Submit');
    expect(await hears('kyb.submitted')).toMatchObject({ referenceId: expect.stringMatching(/^ref_/) });
    expect(await hears('kyb.closed')).toMatchObject({ reason: 'submitted' });
    const messages = await heard();
    expect(messages.filter(({ type }) => type === 'kyb.step_completed').map(({ moduleId }) => moduleId)).toEqual([
      ...DEMO_MODULES,
    ]);
    const { sessionId, applicantId } = ready;
    for (const one of messages.slice(messages.findIndex(({ type }) => type === 'kyb.ready'))) {
      expect(one).toMatchObject({ sessionId, applicantId });
    }
  });

  test('it is mounted by code as well, for an applicant that the customer created', async () => {
    const widget = await shownWidget(customer);
    const created = await customer.post<{ data: { applicant: { id: string } } }>(
      `/v1/kyb/widgets/${widget.id}/applicants`,
      { subject: { businessName: 'Ada Provisions Limited' } },
    );
    const { id } = created.body.data.applicant;
    const { hears, page } = await opened(
      `<div id="here"></div>${loader('')}<script>window.heard = [];
        const mounted = Kyb.mount({ token: '${widget.embedLinkToken}', container: '#here', applicantId: '${id}', onEvent: (message) => heard.push(message) });
      </script>`,
    );
    expect(await hears('kyb.ready')).toMatchObject({ applicantId: id });
    await page.evaluate('mounted.unmount()');
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('it works under a strict policy of that page, as the guide states', async () => {
    const api = new URL(stack().apiUrl).origin;
    const widget = await shownWidget(customer);
    const host = await hostPage(
      `<div id="kyb"></div>${loader(`data-token="${widget.embedLinkToken}" data-container="#kyb"`)}`,
      `default-src 'none'; script-src ${api}; frame-src ${api}`,
    );
    onTestFinished(host.close);
    const page = await newPage();
    await page.goto(host.origin);
    await page.frameLocator('iframe').getByLabel('Business name').waitFor();
  });

  test('leaving leads to the customer’s address, unless the page prevents this', async () => {
    const target = await hostPage('<p>You left</p>');
    onTestFinished(target.close);
    const widget = await shownWidget(customer, { flow: { abandonRedirectUrl: target.origin } });
    const { page, frame } = await opened(byAttributes(widget));
    await frame.getByLabel('Business name').waitFor();
    await press(frame, 'Leave');
    await press(frame, 'Leave the form');
    await page.getByText('You left').waitFor();
    expect(page.url()).toContain('status=abandoned');
  });

  test('another frame’s messages are not passed on', async () => {
    const { page, heard, hears } = await opened(byAttributes(await shownWidget(customer)));
    await hears('kyb.ready');
    await page.evaluate(`window.postMessage({ type: 'kyb.submitted', referenceId: 'ref_forged' }, '*')`);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect((await heard()).filter(({ type }) => type === 'kyb.submitted')).toEqual([]);
  });
});

describe('a page that the widget does not allow', () => {
  test('shows nothing of it', async () => {
    const widget = await shownWidget(customer, { security: { allowedDomains: ['shop.example'] } });
    const { page } = await opened(byAttributes(widget));
    await waitUntil(() => complaints.some((text) => text.includes('frame-ancestors')), { what: 'the refusal' });
    complaints.splice(0);
    await page.locator('iframe').waitFor();
    expect(await page.frameLocator('iframe').getByLabel('Business name').count()).toBe(0);
  });

  test('is told apart by host and port from one that it allows', async () => {
    const host = await hostPage('');
    onTestFinished(host.close);
    const { hostname } = new URL(host.origin);
    const widget = await shownWidget(customer, { security: { allowedDomains: [hostname] } });
    const { frame } = await opened(byAttributes(widget));
    await frame.getByLabel('Business name').waitFor();
  });
});
