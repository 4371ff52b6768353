import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readEmailOf } from '#shared/auth/account';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { queueEffects } from '#shared/events/queue-effects';
import { makeLogger } from '#shared/platform/logger';
import { queueMail } from '#shared/sources/mail-queue';
import { mailWalletNotice } from '#shared/wallet/wallet-notices';

const log = makeLogger();

/** Mails the owners of wallets about the events that a rule of the bus put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const table = serviceTable();
  const emailOf = (accountId: string) => readEmailOf(table, { accountId });
  const effects = { emailOf, sendMail: queueMail, log };
  return settleMessages(
    Records,
    { read: eventOfMessage, handle: (event) => mailWalletNotice(event, effects) },
    queueEffects(),
  );
};
