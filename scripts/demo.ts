import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '#client/src/webhooks';
import { UsageError } from '#scripts/command-line/usage';
import {
  accountOf,
  createApplicant,
  type JourneyApi,
  openAccount,
  openWidget,
  registerWebhook,
  rotateApiKeys,
  saveAnswers,
  submitSession,
} from '#scripts/demo/journey';
import { fileDispute, readVendor, simulateSuit, upholdDispute, watchVendor } from '#scripts/demo/monitoring';
import { runScript } from '#scripts/local-cloud/run-script';
import { readStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { newCompanyNumber } from '#tests/support/companies';
import { waitUntil } from '#tests/support/wait-until';
import { type ReceivedWebhook, webhookReceiver } from '#tests/support/webhook-receiver';

const USAGE = {
  command: 'npm run demo',
  does: `Walks the main journey against a running local deployment: account, API keys, widget, webhooks, applicant,
submission, decision; then a vendor that is watched, an alert, and a dispute that restores its score.`,
  options: { url: { value: '<api>', help: 'the URL of the API, without /v1 (default: the running `npm start`)' } },
} as const;

/** The service types whose events are received. */
const SERVICE_TYPES = ['kyc_widget', 'verification', 'trust_monitor', 'disputes'] as const;

/** The events after the applicant's decision. */
const DECISION_EVENTS = ['kyb.applicant.decision', 'verification.cac.completed', 'verification.tin.completed'];

/** The events after a report about a watched vendor. */
const ALERT_EVENTS = ['monitoring.alert.created', 'monitoring.score.changed'];

/** The events of a dispute that is upheld. */
const DISPUTE_EVENTS = ['dispute.created', 'dispute.upheld'];

const WEBHOOK_TIMEOUT_MS = 60_000;

const deployment = (given: string | undefined): JourneyApi => {
  if (given === undefined) {
    const { apiUrl, mailOutboxUrl } = readStack();
    return { apiUrl, outboxUrl: mailOutboxUrl };
  }
  const url = URL.parse(given);
  if (!url || !['localhost', '127.0.0.1'].includes(url.hostname))
    throw new UsageError(
      '--url must name a local deployment, because the demo reads its emails and receives its webhooks on this ' +
        'machine.',
    );
  return { apiUrl: given.replace(/\/$/, ''), outboxUrl: `${url.origin}/_ministack/ses/messages` };
};

let steps = 0;
const step = (text: string): void => {
  steps += 1;
  console.log(`\n${steps}. ${text}`);
};
const detail = (text: string): void => console.log(`   ${text}`);

const printWebhook = async ({ headers, rawBody, receivedAtMs }: ReceivedWebhook, secret: string): Promise<void> => {
  const nowSeconds = Math.floor(receivedAtMs / 1000);
  const event = await verifyWebhook(rawBody, String(headers['x-service-signature']), secret, { nowSeconds });
  console.log(`\n   ${event.event}`);
  for (const name of ['x-service-delivery', 'x-service-signature']) detail(`  ${name}: ${headers[name]}`);
  detail('  signature verified with the secret of the registration');
  detail(`  ${JSON.stringify(event, null, 2).replaceAll('\n', '\n     ')}`);
};

const serviceTypeOf = ({ path }: ReceivedWebhook): string => path.split('/').at(-1) ?? '';

await runScript(USAGE, async ({ options }) => {
  const api = deployment(options.url);
  const receiver = await webhookReceiver();
  try {
    const email = `demo-${randomUUID()}@example.com`;
    step(`Sign up ${email}, verify the address with the emailed code, and log in`);
    const session = await openAccount(api, email);

    step('Create API keys for the sandbox: from here on, a server makes the calls, without a session');
    const { secretKey } = await rotateApiKeys(session, 'sandbox');
    const account = accountOf(api, secretKey);
    detail(`${secretKey.slice(0, 'test_sk_'.length)}****${secretKey.slice(-4)}`);

    step('Create a widget and open it');
    const widget = await openWidget(account);
    detail(`${widget.id}, embed token ${widget.embedLinkToken.slice(0, 12)}...`);
    detail(`hosted page for applicants: ${api.apiUrl}/w/${widget.embedLinkToken}`);

    step(`Register webhooks at ${receiver.url}`);
    const secrets = new Map<string, string>();
    for (const serviceType of SERVICE_TYPES) {
      const endpoint = `${receiver.url}/${serviceType}`;
      const { signingSecret } = await registerWebhook(account, widget.id, serviceType, endpoint);
      secrets.set(serviceType, signingSecret);
      detail(serviceType);
    }

    step('Create an applicant, paid for from the sandbox wallet');
    const { applicant, sessionId, sessionChargeKobo } = await createApplicant(account, widget.id);
    detail(`${applicant.id}, session ${sessionId}, ${sessionChargeKobo} kobo`);

    step("Fill in and submit the session, as the applicant's browser does");
    const embedSession = { token: widget.embedLinkToken, sessionId };
    await saveAnswers(api, embedSession, detail);
    const reference = await submitSession(api, embedSession);
    detail(`submitted as ${reference}`);

    let printed = 0;
    /** Waits for these events, and prints all that have arrived since the last time. */
    const show = async (awaited: readonly string[]): Promise<void> => {
      const missing = (): string[] =>
        awaited.filter((event) => !receiver.received.some(({ headers }) => headers['x-service-event'] === event));
      await waitUntil(() => missing().length === 0, { timeoutMs: WEBHOOK_TIMEOUT_MS, what: 'the webhooks' }).catch(
        () => {
          throw new UserError(`${missing().join(', ')} did not arrive within ${WEBHOOK_TIMEOUT_MS / 1000} s.`);
        },
      );
      const arrived = receiver.received.slice(printed);
      printed += arrived.length;
      for (const webhook of arrived) await printWebhook(webhook, secrets.get(serviceTypeOf(webhook)) ?? '');
    };

    step('Wait for the decision');
    await show(DECISION_EVENTS);

    step('Watch a vendor, paid for from the sandbox wallet');
    const { vendorId, vendorName, score } = await watchVendor(account, newCompanyNumber());
    detail(`${vendorId}, ${vendorName}: score ${score}`);

    step('Report a lawsuit against the vendor, as a check would, and wait for the alert');
    const eventId = await simulateSuit(account, vendorId);
    const lowered = await readVendor(account, vendorId);
    detail(`${eventId}: score ${lowered.score}, risk ${lowered.riskTier}`);
    await show(ALERT_EVENTS);

    step('Dispute the event, then uphold the dispute as a reviewer would');
    const disputeId = await fileDispute(account, vendorId, eventId);
    const restored = await upholdDispute(account, disputeId);
    detail(`${disputeId}: ${restored} points restored, score ${(await readVendor(account, vendorId)).score}`);
    await show(DISPUTE_EVENTS);
    console.log('\nDone.');
  } finally {
    await receiver.close();
  }
});
