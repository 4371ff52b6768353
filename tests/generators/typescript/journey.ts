// The main journey of an integrator, with a client that is generated from the API document.

import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './kyb.d.ts';

const { KYB_URL = '', KYB_SECRET_KEY = '', KYB_UPLOAD = '' } = process.env;

const server = createClient<paths>({ baseUrl: KYB_URL, headers: { Authorization: `Bearer ${KYB_SECRET_KEY}` } });
const browser = createClient<paths>({ baseUrl: KYB_URL, headers: { Origin: 'https://shop.example' } });

const succeeded = <Data>(result: { data?: Data; error?: unknown; response: Response }): Data => {
  if (result.data !== undefined) return result.data;
  throw new Error(`${result.response.url} answered ${result.response.status}: ${JSON.stringify(result.error)}`);
};

/** What `read` returns, once it returns something. */
const eventually = async <Value>(read: () => Promise<Value | undefined>): Promise<Value> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = await read();
    if (value !== undefined) return value;
    await wait(200);
  }
  throw new Error('What was awaited did not happen.');
};

const asForm = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

const templates = succeeded(await server.GET('/v1/kyb/templates'));
const template = templates.data.find(({ id }) => id === 'blank');
if (!template) throw new Error('There is no blank template.');
const { config } = template;
config.modules.cac_verification = { enabled: true, required: true };
config.flow.order = ['business_profile', 'cac_verification'];

const { data: widget } = succeeded(await server.POST('/v1/kyb/widgets', { body: { name: 'TypeScript', config } }));
const widgetPath = { path: { id: widget.id } };
succeeded(await server.PATCH('/v1/kyb/widgets/{id}/status', { params: widgetPath, body: { status: 'live' } }));

const refused = await server.POST('/v1/kyb/widgets', { body: { name: '', config } });
const problems = refused.error?.code === 'VALIDATION_FAILED' ? (refused.error.details ?? []) : [];

const { data: created } = succeeded(
  await server.POST('/v1/kyb/widgets/{id}/applicants', {
    params: { ...widgetPath, header: { 'Idempotency-Key': 'typescript' } },
    body: { referenceId: 'typescript', subject: { businessName: 'Ada Provisions Limited' } },
  }),
);

const { embedLinkToken: token } = widget;
const session = { path: { sessionId: created.sessionId } };
const answers = {
  business_profile: { businessName: 'Ada Provisions Limited', email: 'ada@provisions.example' },
  cac_verification: { registrationNumber: 'RC1234567' },
};
for (const [moduleId, given] of Object.entries(answers))
  succeeded(
    await browser.PATCH('/v1/widget/embed/sessions/{sessionId}/answers', {
      params: session,
      body: { token, moduleId, answers: given },
    }),
  );
const file = new File([readFileSync(KYB_UPLOAD)], 'certificate.pdf');
succeeded(
  await browser.POST('/v1/widget/embed/sessions/{sessionId}/attachments', {
    params: session,
    body: { token, moduleId: 'cac_verification', file },
    bodySerializer: asForm,
  }),
);
succeeded(await browser.POST('/v1/widget/embed/sessions/{sessionId}/submit', { params: session, body: { token } }));

const { id } = created.applicant;
const applicant = await eventually(async () => {
  const { data } = succeeded(await server.GET('/v1/kyb/applicants/{id}', { params: { path: { id } } }));
  return data.decidedAt === null ? undefined : data;
});
const listed = succeeded(
  await server.GET('/v1/kyb/applicants', { params: { query: { status: 'approved', limit: 10 } } }),
);

const decision = await eventually(async () => {
  const { data } = succeeded(await server.GET('/v1/developers/events', { params: { query: { limit: 100 } } }));
  for (const event of data) if (event.event === 'kyb.applicant.decision' && event.data.applicantId === id) return event;
  return undefined;
});

succeeded(await server.PUT('/v1/sandbox/wallet', { body: { balanceKobo: 0 } }));
const unpaid = await server.POST('/v1/kyb/widgets/{id}/applicants', { params: widgetPath, body: {} });
const requiredKobo = unpaid.error?.code === 'INSUFFICIENT_BALANCE' ? unpaid.error.details?.requiredKobo : undefined;

process.stdout.write(
  JSON.stringify({
    applicantId: id,
    status: applicant.status,
    files: applicant.attachments.cac_verification?.map(({ filename, size }) => ({ filename, size })),
    listed: listed.data.map((one) => one.id),
    decision: { environment: decision.environment, status: decision.data.status },
    problems: problems.map(({ path }) => path),
    requiredKobo,
  }),
);
