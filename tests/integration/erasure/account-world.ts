import { cardSavedFor } from '#scripts/invoke/ledger';
import { emailKey } from '#shared/auth/accounts/email-key';
import { messageWrite } from '#shared/chat/message';
import { companyKeys } from '#shared/companies/keys';
import { contactKeys } from '#shared/contact/keys';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { disputeKeys } from '#shared/disputes/keys';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { checkReferences, keepEvidence } from '#shared/verification/evidence-store';
import { postCredit } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import { makeWorld } from '#tests/integration/accounts/world';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { createAddressFor } from '#tests/support/addresses';
import { createAlertFor } from '#tests/support/alerts';
import { createChatFor } from '#tests/support/chats';
import { checkAt } from '#tests/support/checks';
import { createCompanyFor } from '#tests/support/companies';
import { createDisputeFor, reportOn } from '#tests/support/disputes';
import { createExportFor } from '#tests/support/exports';
import { createObligationFor } from '#tests/support/obligations';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { beginWatchFor } from '#tests/support/watches';
import { newWords } from './words.ts';
import { erasureWorld, liveThrough } from './world.ts';

const PASSWORD = 'four plain words here';

/** Modules that leave answers, files, evidence, hits, a visit and mails. */
const MODULES = [
  'business_profile',
  'cac_verification',
  'document_upload',
  'sanctions_screening',
  'address_verification',
] as const;

/**
 * An account that has used everything: words in each text that it can state, an applicant that has been through
 * everything, and secrets of every kind.
 */
export const livedAccount = async (log?: (line: string) => void) => {
  const accounts = makeWorld();
  const owner = newWords();
  const email = `${owner.word('owner: email')}@example.com`;
  const profile = {
    firstName: owner.word('owner: first name'),
    lastName: owner.word('owner: last name'),
    companyName: owner.word('owner: company'),
    phone: `+23480${owner.number('owner: phone', 8)}`,
  };
  const signedUp = await accounts.signUp({ email, password: PASSWORD, ...profile });
  await accounts.verifyEmail({ email, code: accounts.codeTo(email) });
  const accountId = String(signedUp.body.data.userId);
  const account = await signedInAccount({ accountId });
  const { cookies } = await accounts.logIn({ email, password: PASSWORD });
  const world = await erasureWorld({ ...(log && { log }), modules: MODULES, account });
  const { words } = world;
  const keys = [await apiKeyFor(account), await apiKeyFor(account, 'live')];
  const lived = await liveThrough(world);

  const table = serviceTable();
  const nowMs = Date.now();
  const write = async (operation: ReturnType<typeof put>) => {
    if (!(await table.write(operation)).written) throw new Error('A write was refused');
  };
  const money = { amountKobo: 1_000_000, actionKey: null, reference: null, description: 'Credit' };
  await table.transact(
    postCredit(await loadWallet(table, { accountId, environment: 'live' }), money, nowMs).operations,
  );
  for (const environment of ['sandbox', 'live'] as const) {
    const place = { accountId, environment };
    const of = (what: string) => words.word(`${environment}: ${what}`);
    const company = await createCompanyFor(account, { environment });
    const { id: companyId } = company;
    const stated = {
      businessDescription: of('description of a company'),
      contactEmail: `${of('contact of a company')}@example.com`,
    };
    await write(update(companyKeys.company(companyId), { set: stated, when: { pk: 'exists' } }));
    await createObligationFor(account, { environment, companyId, title: of('title of an obligation') });
    const chat = await createChatFor(account, { environment, companyId, title: of('title of a chat') });
    const message = { id: newId('msg', nowMs), chatId: chat.id, number: 1, sender: 'user' as const };
    await write(
      messageWrite(place, {
        ...message,
        content: of('message to the assistant'),
        timestampAt: isoTime(nowMs),
        groundingSources: null,
      }),
    );
    const event = await reportOn(company);
    const { disputeId } = await createDisputeFor(place, event);
    const description = of('description of a dispute');
    await write(update(disputeKeys.dispute(disputeId), { set: { description }, when: { disputeId: 'exists' } }));
    await createAlertFor(place, { whatChanged: of('what an alert says') });
    const watch = await beginWatchFor(place);
    await write(
      update(
        { pk: `WATCHES#${accountId}#${environment}`, sk: `WATCH#${watch.vendorId}` },
        { set: { label: of('label of a watch') }, when: { pk: 'exists' } },
      ),
    );
    await createAddressFor(account, { environment, companyId, street: of('street of a visit') });
    const verificationReference = checkReferences(nowMs)();
    await write(
      checkAt(place, nowMs, {
        verificationReference,
        companyId,
        number: words.number(`${environment}: checked number`, 9),
      }),
    );
    const evidence = { compared: { businessName: of('compared name') }, answered: {} };
    const kept = keepEvidence(
      [{ accountId, verificationReference, applicantId: null, evidence }],
      { vault: TEST_VAULT_SECRET, retentionDays: 30 },
      nowMs,
    );
    if (kept) await write(kept);
    await cardSavedFor(accountId, environment);
  }
  await createExportFor(account, { search: words.word('filter of an export') });
  const contact = contactKeys.contactRequest('subscription', emailKey(email));
  await write(put({ ...contact, orderId: 'order', form: 'subscription', email, requestedAt: isoTime(nowMs) }));
  return {
    ...{ accounts, account, accountId, email, profile, password: PASSWORD, cookies, keys, world, lived, words },
    /** The words, and what is known of the owner. */
    known: { made: new Map([...words.made, ...owner.made]) },
  };
};
