import { handler as completeHandler } from '#functions/api/compliance/complete-obligation';
import { completeObligation } from '#functions/api/compliance/complete-obligation.contract';
import { handler as createHandler } from '#functions/api/compliance/create-obligation';
import { createObligation } from '#functions/api/compliance/create-obligation.contract';
import { handler as deleteHandler } from '#functions/api/compliance/delete-obligation';
import { deleteObligation } from '#functions/api/compliance/delete-obligation.contract';
import { handler as listHandler } from '#functions/api/compliance/list-obligations';
import { listObligations } from '#functions/api/compliance/list-obligations.contract';
import { handler as readHandler } from '#functions/api/compliance/read-obligation';
import { readObligation } from '#functions/api/compliance/read-obligation.contract';
import { handler as updateHandler } from '#functions/api/compliance/update-obligation';
import { updateObligation } from '#functions/api/compliance/update-obligation.contract';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createObligationFor, type ObligationOverrides } from '#tests/support/obligations';

/** A caller with an account's credential, a session or a key. */
export type Caller = Pick<SignedInAccount, 'headers'>;

const calls = {
  create: endpoint(createObligation, createHandler),
  read: endpoint(readObligation, readHandler),
  update: endpoint(updateObligation, updateHandler),
  complete: endpoint(completeObligation, completeHandler),
  remove: endpoint(deleteObligation, deleteHandler),
  list: endpoint(listObligations, listHandler),
};

type Headers = Readonly<Record<string, string>>;

/** The endpoints of obligations, as a caller uses them. */
export const obligationCalls = (caller: Caller) => {
  const account = caller as SignedInAccount;
  return {
    create: (body: unknown, headers: Headers = {}) => calls.create(account, { body, headers }),
    read: (id: string) => calls.read(account, { pathParameters: { id } }),
    update: (id: string, body: unknown) => calls.update(account, { pathParameters: { id }, body }),
    complete: (id: string, body: unknown = {}, headers: Headers = {}) =>
      calls.complete(account, { pathParameters: { id }, body, headers }),
    remove: (id: string) => calls.remove(account, { pathParameters: { id } }),
    list: (query: Readonly<Record<string, string>> = {}) => calls.list(account, { query }),
  };
};

/** An account with an obligation in `live`, and its calls. */
export const withObligation = async (fields: ObligationOverrides = {}) => {
  const account = await signedInAccount();
  const obligation = await createObligationFor(account, { environment: 'live', ...fields });
  return { account, obligation, id: obligation.id, ...obligationCalls(account) };
};
