import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { handler as keepLists } from '#functions/events/keep-lists';
import { serviceTable } from '#shared/db/client';
import type { Item } from '#shared/db/expressions';
import { columnWrites } from '#shared/db/lists/columns';
import type { Table } from '#shared/db/operations';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import {
  type ApplicantFacts,
  factsColumn,
  searchText,
  textsColumn,
  toFactsValue,
} from '#shared/onboarding/applicants/applicant-columns';
import { applicantKeys, applicantLists } from '#shared/onboarding/applicants/keys';
import { storedFactsOf } from '#shared/onboarding/applicants/stored-facts';
import { ENVIRONMENTS } from '#shared/platform/environments';

/** What a list of applicants stores for each of them. */
export type ListedFacts = ApplicantFacts & Pick<Applicant, 'subject' | 'referenceId'>;

/**
 * The head and the columns of an account's list, for tests that write its entries themselves. The numbers must ascend.
 */
export const applicantListItems = (accountId: string, listed: readonly ListedFacts[]): readonly Item[] => {
  const facts = columnWrites(factsColumn(accountId), listed.map(toFactsValue));
  const texts = columnWrites(
    textsColumn(accountId),
    listed.map((one) => ({ number: one.number, value: searchText(one) })),
  );
  const columns = [...facts, ...texts].flatMap((write) =>
    write.kind === 'update' ? [{ ...write.key, ...write.set } as Item] : [],
  );
  const newest = listed.at(-1);
  return [
    {
      pk: applicantLists.applicantList(accountId),
      sk: 'HEAD',
      lastNumber: newest?.number ?? 0,
      newestAtMs: newest?.createdAtMs ?? 0,
      ...Object.fromEntries(
        ENVIRONMENTS.map((environment) => [
          environment,
          listed.filter((one) => one.environment === environment).length,
        ]),
      ),
    },
    ...columns,
  ];
};

/** The table's stream record of an applicant whose status changed from another. */
export const changedRecord = (item: Item, sequenceNumber = '1', statusBefore = 'none'): DynamoDBRecord => ({
  eventName: 'MODIFY',
  eventSource: 'aws:dynamodb',
  dynamodb: {
    SequenceNumber: sequenceNumber,
    Keys: marshall({ pk: item.pk, sk: item.sk }),
    OldImage: marshall({ ...item, status: statusBefore }, { removeUndefinedValues: true }),
    NewImage: marshall(item, { removeUndefinedValues: true }),
  } as DynamoDBRecord['dynamodb'],
});

/** Brings lists up to date with the status of applicants, as the table's stream does within a second. */
export const followApplicants = async (...applicantIds: readonly string[]): Promise<void> => {
  const items = await serviceTable().getMany(applicantIds.map(applicantKeys.applicant));
  const records = items.map((item) => changedRecord(item ?? expectItem()));
  const { batchItemFailures } = await keepLists({ Records: records });
  if (batchItemFailures.length > 0) throw new Error('A change of an applicant was not followed');
};

/** Writes the columns of these new applicants, as the table's stream has them written within a second. */
export const settleApplicants = async (table: Table, applicantIds: readonly string[]): Promise<void> => {
  const items = await Promise.all(applicantIds.map((id) => table.get(applicantKeys.applicant(id))));
  const stored = items.map((item) => storedFactsOf(item ?? expectItem()));
  for (const { accountId, facts, text } of stored) {
    const writes = [
      ...columnWrites(factsColumn(accountId), [toFactsValue(facts)]),
      ...columnWrites(textsColumn(accountId), [text]),
    ];
    for (const write of writes) await table.write(write);
  }
};

const expectItem = (): never => {
  throw new Error('There is no such applicant');
};
