import type { DynamoDBRecord } from 'aws-lambda';
import { consumeStream } from '#shared/consumers/consume-stream';
import { keepFacts } from '#shared/onboarding/applicants/facts-records';
import { settleWallets } from '#shared/wallet/settle-records';
import { logRecords } from '#shared/webhooks/delivery-log/log-records';
import { keepListsConsumer } from './keep-lists.consumer.ts';

const sortKeyOf = ({ dynamodb }: DynamoDBRecord): string | undefined => dynamodb?.Keys?.['sk']?.S;

/**
 * Keeps the lists that follow the state of their entries: those of deliveries, those of applicants by status, and the
 * ledgers of wallets.
 */
export const handler = consumeStream(keepListsConsumer, {
  handle: async (records, effects) => {
    const ofApplicants = records.filter((record) => sortKeyOf(record) === 'APPLICANT');
    const ofWallets = records.filter((record) => sortKeyOf(record) === 'WALLET');
    const others = records.filter((record) => !ofApplicants.includes(record) && !ofWallets.includes(record));
    const [kept, settled, logged] = await Promise.all([
      keepFacts(ofApplicants, effects),
      settleWallets(ofWallets, effects),
      logRecords(others, effects),
    ]);
    const done = new Map([
      ...ofApplicants.map((record, index) => [record, kept[index] === true] as const),
      ...ofWallets.map((record, index) => [record, settled[index] === true] as const),
      ...others.map((record, index) => [record, logged[index] === true] as const),
    ]);
    return records.map((record) => done.get(record) === true);
  },
});
