import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import type { ColumnValue } from '#shared/db/lists/columns';
import { entryNumber } from '#shared/db/lists/counted-list';
import { CREATORS } from '#shared/events/catalogue';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { type ApplicantFacts, factsOf, searchText } from './applicant-columns.ts';
import { APPLICANT_STATUSES } from './applicant-states.ts';
import { applicantsOfAccount } from './keys.ts';

const searchedEntries = {
  subject: v.object({
    businessName: v.exactOptional(v.string()),
    registrationNumber: v.exactOptional(v.string()),
  }),
  referenceId: v.optional(v.nullable(v.string()), null),
};

const storedSchema = v.object({
  accountId: v.string(),
  status: v.picklist(APPLICANT_STATUSES),
  createdBy: v.picklist(CREATORS),
  environment: v.picklist(ENVIRONMENTS),
  createdAt: v.string(),
  widgetNumber: v.number(),
  ...searchedEntries,
});

/** What finds an applicant, from its own record: what its columns have once the stream has been followed. */
export interface StoredFacts {
  readonly accountId: string;
  readonly facts: ApplicantFacts;
  readonly text: ColumnValue;
}

/** The searchable texts of a stored applicant. @throws ValiError for an item that is not an applicant's. */
export const storedTextOf = (item: Item): string => searchText(v.parse(v.object(searchedEntries), item));

/** Takes what finds an applicant from its item. @throws ValiError for an item that is not an applicant's. */
export const storedFactsOf = (item: Item): StoredFacts => {
  const stored = v.parse(storedSchema, item);
  const number = v.parse(v.number(), entryNumber(applicantsOfAccount(stored.accountId), item));
  return {
    accountId: stored.accountId,
    facts: factsOf(stored, { ofAccount: number, widget: stored.widgetNumber }),
    text: { number, value: searchText(stored) },
  };
};
