import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { errorFields, type Logger } from '#shared/platform/logger';

/**
 * Handles the messages of a queue batch side by side and answers which failed, so that only those come back. A failure
 * is logged by name and place and never keeps the others from their end.
 */
export const settleMessages = async (
  records: readonly SQSRecord[],
  handle: (record: SQSRecord) => Promise<unknown>,
  log: Logger,
): Promise<SQSBatchResponse> => {
  // Through an async function, so that a handler that throws before its first await is one failure and not all.
  const results = await Promise.allSettled(records.map(async (record) => handle(record)));
  const batchItemFailures = results.flatMap((result, index) => {
    const messageId = records[index]?.messageId;
    if (result.status === 'fulfilled' || messageId === undefined) return [];
    log.error('MESSAGE_FAILED', { messageId, ...errorFields(result.reason) });
    return [{ itemIdentifier: messageId }];
  });
  return { batchItemFailures };
};
