import { endedChats, readChatsOfCompany } from '#shared/chat/company-chats';
import { ownedCompany } from '#shared/companies/company-repository';
import { companyRecord, releaseWrites } from '#shared/companies/transfer';
import { endedObligations, readCalendar } from '#shared/compliance/seeding';
import { onLatest, recordAmong } from '#shared/db/latest';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { isId } from '#shared/platform/ids';
import { type AccountEnvironment, callerEnvironment } from '#shared/platform/scope';
import { giveUpCompany } from './give-up-company.contract.ts';

const GIVEN_UP = { success: true, message: 'You no longer own this company.' } as const;

/** Reads what ends with the ownership of a company. */
const readHoldings = async (table: TableReader, owner: AccountEnvironment, companyId: string) => {
  const [calendar, chats] = await Promise.all([
    readCalendar(table, owner, companyId),
    readChatsOfCompany(table, owner, companyId),
  ]);
  return { calendar, chats };
};

type Holdings = Awaited<ReturnType<typeof readHoldings>>;

/** DELETE /v1/dashboard/companies/{id}: one transaction. Chats that do not fit into it are ended by `erase-chats`. */
export const handler = serve(giveUpCompany, {
  load: async ({ path: { id }, caller }, { table }) => {
    if (!isId('cmp', id)) throw new ApiError('COMPANY_NOT_FOUND');
    const owner = callerEnvironment(caller);
    const [company, holdings] = await Promise.all([ownedCompany(table, caller, id), readHoldings(table, owner, id)]);
    return { owner, company, holdings };
  },
  answer: async ({ loaded: { owner, company, holdings: loaded }, meta: { nowMs } }, { table, commit }) => {
    const writes = (holdings: Holdings) => ({
      ...releaseWrites(company, nowMs),
      ...endedObligations(company, holdings.calendar, nowMs),
      ...endedChats(owner, company.id, holdings.chats, nowMs),
    });
    const attempt = async (holdings: Holdings | 'outdated') => {
      const latest = holdings === 'outdated' ? await readHoldings(table, owner, company.id) : holdings;
      return { result: await commit(writes(latest), GIVEN_UP), value: GIVEN_UP };
    };
    const { result, value } = await onLatest<Holdings | 'outdated', typeof GIVEN_UP, string>(
      loaded,
      attempt,
      // Only a change of the company is decisive; after any other, everything is read again.
      (_, found) => (recordAmong(companyRecord(company.id), found) ? undefined : 'outdated'),
    );
    if (!result.written) throw new ApiError('COMPANY_NOT_FOUND');
    return value;
  },
});
