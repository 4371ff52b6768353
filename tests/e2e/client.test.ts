import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookEvent } from '#client/src/api-types';
import { KybError } from '#client/src/errors';
import type { Kyb } from '#client/src/kyb';
import { verifyWebhook } from '#client/src/webhooks';
import { accountOf, openWidget, registerWebhook, rotateApiKeys } from '#scripts/demo/journey';
import { DEMO_ANSWERS } from '#scripts/demo/onboarding';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { freePort } from '#scripts/local-cloud/port';
import { signatureHeader } from '#shared/signatures/signature';
import { writeSnippets } from '#tests/support/guide-snippets';
import { type ClientProject, compileProject, installClient } from '#tests/support/installed-client';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { webhookReceiver } from '#tests/support/webhook-receiver';
import { deployedApi, newCustomer } from './people.ts';

const PDF = '%PDF-1.7\n%%EOF\n';

const folder = join(STATE_FOLDER, `client-pages-${process.pid}`);
let project: ClientProject;
let secretKey: string;
let kyb: Kyb;

beforeAll(async () => {
  project = await installClient(folder);
  secretKey = (await rotateApiKeys(await newCustomer(), 'sandbox')).secretKey;
  kyb = accountOf(deployedApi(), secretKey).kyb;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('with the client, a server', () => {
  test('gets from a widget to a decision, with a file, and learns the decision by webhook and from the feed', async () => {
    const receiver = await webhookReceiver();
    const widget = await openWidget({ kyb });
    const { signingSecret } = await registerWebhook({ kyb }, widget.id, 'kyc_widget', receiver.url);
    const { data: created } = await kyb.applicants.create(widget.id, { referenceId: 'seller-0042' });
    const token = widget.embedLinkToken;
    const certificate = join(project.folder, 'certificate.pdf');
    writeFileSync(certificate, PDF);
    await kyb.embed.attachFile(created.sessionId, {
      token,
      moduleId: 'cac_verification',
      file: { content: await openAsBlob(certificate), name: 'certificate.pdf' },
    });
    for (const [moduleId, answers] of Object.entries(DEMO_ANSWERS))
      await kyb.embed.saveAnswers(created.sessionId, { token, moduleId, answers });
    await kyb.embed.submit(created.sessionId, { token });

    const received: WebhookEvent[] = [];
    const decision = await waitUntil(
      async () => {
        for (const { headers, rawBody } of receiver.received.slice(received.length))
          received.push(await verifyWebhook(rawBody, String(headers['x-service-signature']), signingSecret));
        return received.find((event) => event.event === 'kyb.applicant.decision') ?? false;
      },
      { timeoutMs: 60_000, what: 'the decision' },
    );
    expect(decision.data).toMatchObject({ applicantId: created.applicant.id, status: 'approved' });

    const { data: applicant } = await kyb.applicants.get(created.applicant.id);
    expect(applicant.status).toBe('approved');
    expect(applicant.attachments.cac_verification).toMatchObject([{ filename: 'certificate.pdf', size: PDF.length }]);
    const report = await kyb.applicants.getReport(applicant.id, { accept: 'application/pdf' });
    expect((await report.text()).startsWith('%PDF')).toBe(true);

    const events: string[] = [];
    for await (const event of kyb.events.list({ after: 'sandbox-0', limit: 2 }))
      if ('applicantId' in event.data && event.data.applicantId === applicant.id) events.push(event.event);
    expect(events.filter((event) => event.startsWith('kyb.'))).toEqual([
      'kyb.applicant.created',
      'kyb.applicant.submitted',
      'kyb.applicant.decision',
    ]);
    await receiver.close();
  });

  test('reads every entry of a list, however few are on a page', async () => {
    const widget = await openWidget({ kyb });
    const created = await Promise.all(
      ['a', 'b', 'c'].map((referenceId) => kyb.applicants.create(widget.id, { referenceId })),
    );
    const listed: string[] = [];
    for await (const { id } of kyb.widgets.listApplicants(widget.id, { limit: 1 })) listed.push(id);
    expect(listed.sort()).toEqual(created.map(({ data }) => data.applicant.id).sort());
  });

  test('charges once for one key, and gets the missing amount in the details of an error', async () => {
    const widget = await openWidget({ kyb });
    const create = () => kyb.applicants.create(widget.id, {}, { idempotencyKey: 'order-4712' }).withResponse();
    const [first, second] = [await create(), await create()];
    expect(second.body).toStrictEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    await kyb.sandbox.setWallet({ balanceKobo: 100 });
    const error = await kyb.applicants.create(widget.id).catch((failure: unknown) => failure);
    await kyb.sandbox.setWallet({ balanceKobo: 10_000_000 });
    if (!(error instanceof KybError) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    expect(error.details).toStrictEqual({ balanceKobo: 100, requiredKobo: 50_000 });
    expect(error.requestId).toBeTruthy();
  });
});

describe('the command line of the package', () => {
  /** A person's machine: its home is empty, and it has no store of secrets. */
  const machine = () => {
    const home = join(folder, `home-${Date.now()}`);
    mkdirSync(home);
    const env = { HOME: home, PATH: dirname(process.execPath) };
    const start = (...words: readonly string[]) =>
      spawn(process.execPath, [join(project.installed, 'kyb.js'), ...words], { cwd: home, env });
    /** Runs a command in a pipe. @returns what it prints. */
    const kyb = async (words: string, input = ''): Promise<string> => {
      const child = start(...words.split(' '));
      child.stdin.end(input);
      let [output, errors] = ['', ''];
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (errors += chunk));
      const [status] = await once(child, 'close');
      expect(status, errors).toBe(0);
      return output;
    };
    return { start, kyb };
  };

  test('goes from a login to a decision, which is listed, read, tailed and forwarded with a signature', async () => {
    const receiver = await webhookReceiver();
    const { start, kyb } = machine();
    await kyb(`login --url ${stack().apiUrl} --key-stdin`, secretKey);
    expect(JSON.parse(await kyb('status'))).toMatchObject({ environment: 'sandbox', stage: 'local', works: true });
    const listening = start('listen', '--forward-to', receiver.url);
    let said = '';
    listening.stdout.on('data', (chunk) => (said += chunk));
    await waitUntil(async () => said.includes('skipped'), { what: 'the listener', timeoutMs: 30_000 });

    const widget = JSON.parse(await kyb('widgets create --template limited_company --name Sellers --live'));
    const page = await fetch((await kyb(`open ${widget.id}`)).trim());
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const triggered = JSON.parse(await kyb('trigger SANDBOX_REVIEW'));
    expect(triggered).toMatchObject({ outcome: 'review', status: 'requires_review' });
    const id: string = triggered.applicantId;
    const listed = JSON.parse(await kyb('list applicants --status requires_review'));
    expect(listed.map((applicant: { id: string }) => applicant.id)).toContain(id);
    expect(JSON.parse(await kyb(`get ${id}`))).toMatchObject({ id, status: 'requires_review' });
    expect(JSON.parse(await kyb('get wallet'))).toMatchObject({ environment: 'sandbox' });

    const tailing = start('tail', '--after', 'sandbox-0');
    const [line] = await once(tailing.stdout, 'data');
    expect(JSON.parse(String(line).split('\n')[0] ?? '')).toMatchObject({ event: expect.any(String) });
    const secret = /Signing with (\S+)/.exec(said)?.[1] ?? '';
    const decision = await waitUntil(
      async () => receiver.received.find(({ rawBody }) => String(rawBody).includes('requires_review')) ?? false,
      { what: 'the forwarded decision', timeoutMs: 30_000 },
    );
    const event = await verifyWebhook(decision.rawBody, String(decision.headers['x-service-signature']), secret);
    expect(event.data).toMatchObject({ applicantId: id });
    for (const child of [listening, tailing]) {
      child.kill('SIGINT');
      expect(await once(child, 'close')).toEqual([0, null]);
    }
    await receiver.close();
    await kyb('logout');
  });
});

describe('the page of the client', () => {
  const PAGE = 'docs/integrate/client.md';
  const FILES = ['kyb.ts', 'first-call.ts', 'errors.ts', 'options.ts', 'lists.ts', 'upload.ts', 'receiver.ts'];

  beforeAll(() => {
    writeSnippets(PAGE, project.folder);
    writeFileSync(join(project.folder, 'certificate.pdf'), PDF);
  });

  test('has snippets that compile in strict mode', () => {
    const types = [join(PROJECT_FOLDER, 'node_modules/@types/node')];
    const options = {
      module: 'nodenext',
      lib: ['es2023'],
      types,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    };
    expect(compileProject(project, FILES, options)).toBe('');
  });

  /**
   * Runs a snippet.
   * @returns its output.
   */
  const printed = async (file: string, env: Record<string, string>): Promise<string> => {
    const child = spawn(process.execPath, [file], { cwd: project.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [status] = await once(child, 'close');
    expect(status, output).toBe(0);
    return output;
  };

  test('has snippets that do what the page says', async () => {
    const widget = await openWidget({ kyb });
    const { data } = await kyb.applicants.create(widget.id);
    const ids = { WIDGET: widget.id, EMBED: widget.embedLinkToken, SESSION: data.sessionId };
    const env = { API: stack().apiUrl, KEY: secretKey, ...ids };
    expect(await printed('first-call.ts', env)).toMatch(/^created 50000\n\S+ /);
    expect(await printed('errors.ts', env)).toMatch(/^APPLICANT_NOT_FOUND 404 /);
    expect(await printed('options.ts', env)).toBe('');
    expect(await printed('lists.ts', env)).toMatch(/^approved$/m);
    expect(await printed('upload.ts', env)).toBe('');
    const { data: session } = await kyb.embed.getSession(data.sessionId, { token: widget.embedLinkToken });
    expect(session.attachments.cac_verification).toHaveLength(1);
  });

  test('has a receiver that accepts only signed webhooks', async () => {
    const port = await freePort();
    const secret = 'whsec_page';
    const env = { PORT: String(port), SECRET: secret };
    const receiver = spawn(process.execPath, ['receiver.ts'], { cwd: project.folder, env });
    const body = JSON.stringify({
      event: 'kyb.applicant.decision',
      data: { applicantId: 'app_1', status: 'approved' },
    });
    const send = async (signature: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          body,
          headers: { 'x-service-signature': signature },
        })
      ).status;
    const seconds = Math.floor(Date.now() / 1000);
    const line = once(receiver.stdout, 'data');
    expect(await waitUntil(() => send('').catch(() => false), { what: 'the receiver', timeoutMs: 30_000 })).toBe(401);
    expect(await send(signatureHeader(body, 'whsec_other', seconds))).toBe(401);
    expect(await send(signatureHeader(body, secret, seconds))).toBe(204);
    expect(String(await line)).toBe('app_1 approved\n');
    receiver.kill();
    await once(receiver, 'close');
  });
});
