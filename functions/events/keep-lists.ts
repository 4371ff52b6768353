import type { DynamoDBRecord } from 'aws-lambda';
import { consumeStream } from '#shared/consumers/consume-stream';
import { keepFacts } from '#shared/onboarding/applicants/facts-records';
import { logRecords } from '#shared/webhooks/delivery-log/log-records';
import { keepListsConsumer } from './keep-lists.consumer.ts';

const isOfApplicant = ({ dynamodb }: DynamoDBRecord): boolean => dynamodb?.Keys?.['sk']?.S === 'APPLICANT';

/** Keeps the lists that follow the state of their entries: those of deliveries, and those of applicants by status. */
export const handler = consumeStream(keepListsConsumer, {
  handle: async (records, effects) => {
    const ofApplicants = records.filter(isOfApplicant);
    const others = records.filter((record) => !isOfApplicant(record));
    const [kept, logged] = await Promise.all([keepFacts(ofApplicants, effects), logRecords(others, effects)]);
    const done = new Map([
      ...ofApplicants.map((record, index) => [record, kept[index] === true] as const),
      ...others.map((record, index) => [record, logged[index] === true] as const),
    ]);
    return records.map((record) => done.get(record) === true);
  },
});
