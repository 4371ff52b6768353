import { MAX_WHOLE_CHAT } from '#shared/chat/chat-repository';
import { countMessages } from '#shared/chat/chat-writes';
import { messageWrite } from '#shared/chat/message';
import { companiesOfAccount } from '#shared/companies/keys';
import { CALENDARS_BOUND, NEWEST_OBLIGATIONS } from '#shared/compliance/obligation-pages';
import { newId } from '#shared/platform/ids';
import { type Growth, make, newestFirst, type Seed } from '#tests/integration/lists/seed';
import { createChatFor } from '#tests/support/chats';
import { createCompanyFor } from '#tests/support/companies';
import { createObligationFor } from '#tests/support/obligations';

const isEven = (number: number): boolean => number % 2 === 0;

const listCompanies: Seed = async ({ table, account, at }, length) => {
  const list = companiesOfAccount(account.accountId);
  const made = await make(Math.min(length, list.most), async (number) => {
    const companyName = isEven(number) ? `Adire ${number}` : `Kano ${number}`;
    const fields = { companyName, active: isEven(number), createdAtMs: at(number) };
    return (await createCompanyFor(account, { environment: 'live', ...fields }, table)).id;
  });
  const grows: Growth = {
    why: 'an entry of each company is read',
    most: list.most,
    kept: { list, group: 'live' },
  };
  return {
    named: 'id',
    reads: [
      { ids: newestFirst(made), grows },
      { query: { search: 'adire' }, ids: newestFirst(made, isEven), grows },
      { query: { active: 'false' }, ids: newestFirst(made, (number) => !isEven(number)), grows },
    ],
  };
};

/** Fewer than a company may have. */
const OF_A_COMPANY = 40;

const listObligations: Seed = async ({ table, account, at }, length) => {
  const companies = Array.from({ length: length / OF_A_COMPANY }, (_, index) => newId('cmp', at(index)));
  const dueOn = (number: number) => new Date(Date.UTC(2090, 0, number)).toISOString().slice(0, 10);
  const made = await make(length, async (number) => {
    const companyId = companies[number % companies.length] ?? '';
    const category = isEven(number) ? 'custom' : 'cac_annual_returns';
    const fields = { companyId, category, nextDueDate: dueOn(number), createdAtMs: at(number) } as const;
    return (await createObligationFor(account, { environment: 'live', ...fields }, table)).id;
  });
  const grows: Growth = {
    why: 'the calendar of each company is read',
    most: CALENDARS_BOUND.most,
    kept: { list: companiesOfAccount(account.accountId), group: 'live' },
  };
  const earliestFirst = (isWanted: (number: number) => boolean = () => true) => newestFirst(made, isWanted).reverse();
  return {
    named: 'id',
    reads: [
      { ids: earliestFirst(), grows },
      {
        query: { companyId: companies[0] ?? '' },
        ids: earliestFirst((number) => number % companies.length === 0),
        grows: {
          why: 'what is not among the newest of all companies is read by its id',
          most: NEWEST_OBLIGATIONS + OF_A_COMPANY,
          isCapped: true,
        },
      },
      { query: { category: 'custom' }, ids: earliestFirst(isEven), grows },
      { query: { isActive: 'true' }, ids: earliestFirst(), grows },
      { query: { dueBefore: dueOn(length / 2) }, ids: earliestFirst((number) => number <= length / 2), grows },
    ],
  };
};

const listChats: Seed = async ({ table, account }, length) => {
  const nowMs = Date.now();
  const companies = [newId('cmp', nowMs), newId('cmp', nowMs)] as const;
  const made = await make(length, async (number) => {
    const about = { environment: 'live', companyId: companies[number % 2] ?? '' } as const;
    return (await createChatFor(account, about, table)).id;
  });
  return {
    named: 'id',
    reads: [{ ids: newestFirst(made) }, { query: { companyId: companies[0] }, ids: newestFirst(made, isEven) }],
  };
};

const readChat: Seed = async ({ table, account, at, timeOf }, length) => {
  const chat = await createChatFor(account, { environment: 'live' }, table);
  const made = await make(length, async (number) => {
    const message = {
      id: newId('msg', at(number)),
      chatId: chat.id,
      number,
      sender: isEven(number) ? 'ai' : 'user',
      content: 'When is the annual return due?',
      timestampAt: timeOf(number),
      groundingSources: null,
    } as const;
    const counted = countMessages({ ...chat, messageCount: number - 1 }, number, at(number));
    const { written } = await table.transact([counted, messageWrite(chat, message)]);
    if (!written) throw new Error('The message was refused');
    return message.id;
  });
  return {
    pathParameters: { chatId: chat.id },
    named: 'id',
    reads: [{ ids: newestFirst(made) }],
    whole: { why: 'it is returned whole', most: MAX_WHOLE_CHAT, code: 'RESULT_TOO_LARGE' },
  };
};

/** The lists of companies, and of what belongs to a company. */
export const companySeeds = {
  'list-companies': listCompanies,
  'list-obligations': listObligations,
  'list-chats': listChats,
  'read-chat': readChat,
};
