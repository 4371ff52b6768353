import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { handler as attachHandler } from '#functions/api/embed/attach-file';
import { attachFile } from '#functions/api/embed/attach-file.contract';
import { handler as clearHandler } from '#functions/api/kyb/clear-entry';
import { clearEntry } from '#functions/api/kyb/clear-entry.contract';
import { handler as createHandler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { handler as noteHandler } from '#functions/api/kyb/create-note';
import { createNote } from '#functions/api/kyb/create-note.contract';
import { handler as decideHandler } from '#functions/api/kyb/decide-applicant';
import { decideApplicant } from '#functions/api/kyb/decide-applicant.contract';
import { handler as eraseHandler } from '#functions/api/kyb/erase-applicant';
import { eraseApplicant } from '#functions/api/kyb/erase-applicant.contract';
import { handler as overturnHandler } from '#functions/api/kyb/overturn-decision';
import { overturnDecision } from '#functions/api/kyb/overturn-decision.contract';
import { handler as readHandler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { handler as tagHandler } from '#functions/api/kyb/set-tags';
import { setTags } from '#functions/api/kyb/set-tags.contract';
import { serviceTable } from '#shared/db/client';
import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { eventKeys } from '#shared/events/keys';
import type { ServiceEvent } from '#shared/events/outbox';
import { entryOfItem } from '#shared/events/outbox-entry';
import { publishRecords } from '#shared/events/publish-records';
import { sweepFiles } from '#shared/files/sweep-files';
import { assessSubmission } from '#shared/onboarding/assessment/assessment-run';
import { submissionOf } from '#shared/onboarding/assessment/submission';
import { eraseApplicants } from '#shared/onboarding/erasure/erase-applicants';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { mailApplicantNotices } from '#shared/onboarding/notices/mail-applicant-notices';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import { makeLogger } from '#shared/platform/logger';
import { worker } from '#tests/integration/addresses/world';
import { run } from '#tests/integration/assessment/run';
import { visitOf } from '#tests/integration/assessment/visit-steps';
import { makeWorld } from '#tests/integration/delivery/world';
import { embedEndpoint } from '#tests/integration/embed/call';
import { sessionCalls } from '#tests/integration/embed/session';
import { mailWorld } from '#tests/integration/mails/world';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, type ReadResponse } from '#tests/support/call';
import { TEST_CAPS } from '#tests/support/mails';
import { memoryFiles } from '#tests/support/memory-files';
import { multipart } from '#tests/support/multipart-request';
import { configWithModules, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { eventsOf } from '#tests/support/outbox';
import { insertOf } from '#tests/support/outbox-records';
import { readTestVault } from '#tests/support/vault';
import { newWords } from './words.ts';

const create = endpoint(createApplicant, createHandler);
const decide = endpoint(decideApplicant, decideHandler);
const overturn = endpoint(overturnDecision, overturnHandler);
const note = endpoint(createNote, noteHandler);
const tag = endpoint(setTags, tagHandler);
const clear = endpoint(clearEntry, clearHandler.with({ vault: readTestVault }));
const erase = endpoint(eraseApplicant, eraseHandler);
const read = endpoint(readApplicant, readHandler.with({ vault: readTestVault }));

/** Every item of the service's table. */
export const everyItem = async (): Promise<readonly Item[]> => {
  const client = new DynamoDBClient(awsClientSettings);
  const items: Item[] = [];
  const pages = paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName: env('TABLE_NAME') });
  for await (const { Items = [] } of pages) items.push(...(Items as Item[]));
  client.destroy();
  return items;
};

/** The options of a world. */
interface WorldOptions {
  /** Receives every log line that no handler writes. */
  readonly log?: (line: string) => void;
  /** The modules of the widget. Default: all. */
  readonly modules?: readonly ModuleId[];
  /** Its account, with wallets. Default: a new one without a record. */
  readonly account?: SignedInAccount;
}

/**
 * An account with a widget that notifies everybody, two registrations, and an in-memory file store. Nothing happens by
 * itself: `pump` handles every event of the account as the consumers do.
 */
export const erasureWorld = async ({ log = () => {}, modules = MODULE_IDS, account: given }: WorldOptions = {}) => {
  const account = given ?? (await signedInAccount());
  if (!given) await openWalletsFor(account);
  const config = {
    ...configWithModules(...modules),
    notifications: {
      notifyApplicantEmail: true,
      notifyApplicantSms: true,
      notifyAdminEmail: 'follower@shop.example',
      webhookEvents: [],
    },
  };
  const widget = await createWidgetFor(account, { config });
  const words = newWords();
  const files = memoryFiles();
  const deliveries = await makeWorld({ table: serviceTable(), accountId: account.accountId });
  deliveries.effects.log = makeLogger({}, log);
  const registrations = [
    await deliveries.register(widget.id),
    await deliveries.register(widget.id, { serviceType: 'verification' }),
  ];
  const mails = mailWorld();
  const logger = makeLogger({}, log);
  const effects = { table: serviceTable(), clock: Date.now, log: logger, metrics: () => {} };
  const handled = new Set<string>();

  const itemOf = (event: ServiceEvent) => serviceTable().get(eventKeys.outboxEvent(event.accountId, event.eventId));

  /** @param item the event as the stream has it; by default as the table has it. */
  const publish = async (event: ServiceEvent, given?: Item): Promise<void> => {
    const item = given ?? (await itemOf(event));
    if (!item || entryOfItem(item).isNumbered) return;
    await publishRecords([insertOf(item, event.eventId)], {
      ...effects,
      busName: 'bus',
      putEntries: async (entries) => entries.map(() => 'taken'),
      setAside: async () => {},
    });
  };

  const notify = (event: ServiceEvent): Promise<void> =>
    mailApplicantNotices(event, {
      ...effects,
      sendMail: (order) => mails.deliver({ id: 'mail', ...order }),
      messenger: { send: async () => {} },
      caps: TEST_CAPS,
      apiUrl: 'https://api.shop.example',
    });

  const react = async (event: ServiceEvent): Promise<void> => {
    await publish(event);
    await deliveries.plan(event);
    if (
      ['kyb.applicant.submitted', 'kyb.applicant.decision', 'kyb.applicant.resubmission_requested'].includes(event.type)
    ) {
      await notify(event);
    }
    if (event.type === 'kyb.applicant.submitted' || event.type === 'kyb.reassessment.requested') {
      await assessSubmission(submissionOf(event), run({ log: logger }));
    }
  };

  /** Handles every event of the account that was not handled yet, including those that follow. */
  const pump = async (): Promise<void> => {
    for (;;) {
      const events = (await eventsOf(account.accountId)).filter(({ eventId }) => !handled.has(eventId));
      if (events.length === 0) break;
      for (const event of events) {
        handled.add(event.eventId);
        await react(event);
      }
    }
    await deliveries.drain(1_000);
  };

  /** Makes the pending visit to the address of an applicant. */
  const visit = async (applicantId: string): Promise<void> => {
    const reference = await visitOf({ applicantId });
    if (reference === undefined) return;
    const { step, time } = worker();
    time.nowMs += 6_000;
    for (let steps = 0; steps < 3; steps++) await step(reference);
  };

  /** Runs the sweeps that an erasure needs, as if `afterMs` had passed. */
  const sweep = async (afterMs = 0, table: Table = serviceTable()): Promise<void> => {
    const clock = () => Date.now() + afterMs;
    await eraseApplicants({ ...effects, table, clock });
    const { remove } = files.store;
    const removers = {
      ...{ attachmentRemovals: { remove }, verificationRemovals: { remove } },
      ...{ disputeRemovals: { remove }, exportRemovals: { remove } },
    };
    await sweepFiles({ ...effects, ...removers, table, clock });
  };

  return {
    account,
    modules,
    widget,
    words,
    files,
    deliveries,
    registrations,
    mails,
    effects,
    notify,
    publish,
    react,
    pump,
    visit,
    sweep,
    create: (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      create(account, { pathParameters: { id: widget.id }, body, headers }),
    decide: (id: string, body: Record<string, unknown>) => decide(account, { pathParameters: { id }, body }),
    overturn: (id: string, body: Record<string, unknown>) => overturn(account, { pathParameters: { id }, body }),
    note: (id: string, text: string, headers: Record<string, string> = {}) =>
      note(account, { pathParameters: { id }, body: { text }, headers }),
    tag: (id: string, tags: readonly string[]) => tag(account, { pathParameters: { id }, body: { tags } }),
    clear: (id: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
      clear(account, { pathParameters: { id }, body, headers }),
    read: async (id: string) => (await read(account, { pathParameters: { id } })).body.data,
    erase: (id: string, by: SignedInAccount = account) => erase(by, { pathParameters: { id } }),
    attach: async (
      sessionId: string,
      moduleId: ModuleId,
      { content, filename, key }: { readonly content: string; readonly filename: string; readonly key?: string },
    ) => {
      const bytes = Buffer.from(`%PDF-1.7\n% ${content}\n%%EOF\n`);
      const { body, headers } = await multipart({ token: widget.embedLinkToken, moduleId }, bytes, filename);
      const call = embedEndpoint(attachFile, attachHandler.with({ attachmentUploads: files.store }));
      return call({
        pathParameters: { sessionId },
        body,
        headers: { ...headers, ...(key && { 'idempotency-key': key }) },
        sourceIp: '198.51.100.7',
      });
    },
    session: (id: string) => sessionCalls(widget, { id }),
  };
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads what an answer should have; its assertions prove it.
export type Shown = any;

/** A world of an erasure. */
export type ErasureWorld = Awaited<ReturnType<typeof erasureWorld>>;

/** An applicant that has been through everything. */
export interface LivedApplicant {
  readonly id: string;
  readonly sessionId: string;
  /** The body of the request that created it. */
  readonly requested: { readonly referenceId: string; readonly subject: Readonly<Record<string, string>> };
  /** Sends the request that created it again, with its idempotency key. */
  readonly repeat: () => Promise<ReadResponse>;
}

/** Saves a word in every field of modules. */
const answer = async ({ session, words }: ErasureWorld, sessionId: string, ids: readonly ModuleId[], round: string) => {
  for (const id of ids) {
    const saved = await session(sessionId).save(id, words.answersTo(id, round));
    if (saved.status !== 200) throw new Error(`${id}: ${JSON.stringify(saved.body)}`);
  }
};

/** Requires that a call succeeds. */
const ok = <Response extends { readonly status: number; readonly body: unknown }>(response: Response): Response => {
  if (response.status >= 300) throw new Error(JSON.stringify(response.body));
  return response;
};

/** Creates an applicant with a word in every field that an account can state. */
export const createKnown = async (world: ErasureWorld, round = 'created'): Promise<LivedApplicant> => {
  const { words } = world;
  const subject = {
    businessName: `SANDBOX_SANCTIONS ${words.word(`${round}: subject.businessName`)}`,
    registrationNumber: words.number(`${round}: subject.registrationNumber`, 7, 'RC'),
    tin: `${words.number(`${round}: subject.tin`, 8)}-0003`,
    email: `${words.word(`${round}: subject.email`)}@example.com`,
    phone: `0803${words.number(`${round}: subject.phone`, 7)}`,
    jurisdiction: words.word(`${round}: subject.jurisdiction`),
    industry: words.word(`${round}: subject.industry`),
  };
  const requested = { referenceId: words.word(`${round}: referenceId`), subject };
  const key = { 'idempotency-key': `create-${randomUUID()}` };
  const { body } = ok(await world.create(requested, key));
  const repeat = () => world.create(requested, key);
  return { id: body.data.applicant.id, sessionId: body.data.sessionId, requested, repeat };
};

/** Answers every field with words, and attaches files to the modules that accept them. */
export const fillIn = async (world: ErasureWorld, { sessionId }: LivedApplicant, round: string): Promise<void> => {
  const { words, modules } = world;
  await answer(world, sessionId, modules, round);
  const withFiles = modules.filter((id) => id === 'document_upload' || id === 'memart_verification');
  for (const [index, moduleId] of withFiles.entries()) {
    ok(
      await world.attach(sessionId, moduleId, {
        content: words.word(`${round}: bytes ${index}`),
        filename: `${words.word(`${round}: filename ${index}`)}.pdf`,
        ...(index === 0 && { key: `attach-${randomUUID()}` }),
      }),
    );
  }
};

/** Answers every field with words, attaches files and submits. */
export const submitKnown = async (world: ErasureWorld, lived: LivedApplicant, round: string): Promise<void> => {
  await fillIn(world, lived, round);
  ok(await world.session(lived.sessionId).submit());
};

/** Has reviewers write everything that they can about an applicant whose screening had a hit. */
const reviewWithWords = async (world: ErasureWorld, { id }: LivedApplicant): Promise<void> => {
  const { words } = world;
  const key = (what: string) => ({ 'idempotency-key': `${what}-${randomUUID()}` });
  ok(await world.tag(id, [words.word('a tag'), words.word('another tag')]));
  ok(await world.note(id, `${words.word('a note')} called.`, key('note')));
  ok(await world.note(id, `${words.word('another note')} called again.`));
  const { modules } = await world.read(id);
  const screened = modules.find(({ evidence }: Shown) => evidence.some(({ entries }: Shown) => entries.length > 0));
  const [{ list, name }] = screened.evidence[0].entries;
  const reason = `${words.word('the reason of a clearance')} is another person.`;
  const cleared = { verificationReference: screened.verificationReference, list, name, reason };
  ok(await world.clear(id, cleared, key('clear')));
};

/**
 * Takes an applicant through everything that leaves words. It is created with a key, answered, given files, submitted,
 * assessed with hits, and visited. It is then sent back with words, answered and visited elsewhere, submitted again,
 * and rejected with words. Mails and webhooks are sent about all of it.
 */
export const liveThrough = async (world: ErasureWorld): Promise<LivedApplicant> => {
  const { words, pump, visit } = world;
  const lived = await createKnown(world);
  await pump();
  await submitKnown(world, lived, 'first');
  await pump();
  await visit(lived.id);
  await pump();
  ok(
    await world.decide(lived.id, {
      decision: 'request_resubmission',
      reason: `Ask ${words.word('reason of the resubmission')} again.`,
      applicantMessage: `Dear ${words.word('message to the applicant')}`,
    }),
  );
  await pump();
  await submitKnown(world, lived, 'second');
  await pump();
  await visit(lived.id);
  await pump();
  if (world.modules.includes('sanctions_screening')) await reviewWithWords(world, lived);
  ok(await world.decide(lived.id, { decision: 'reject', reason: `${words.word('reason of the rejection')} lied.` }));
  await pump();
  ok(
    await world.overturn(lived.id, { decision: 'approve', reason: `${words.word('reason of the overturn')} did not.` }),
  );
  await pump();
  return lived;
};
