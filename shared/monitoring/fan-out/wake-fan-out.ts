import { errorFields, type Logger } from '#shared/platform/logger';
import type { SendFanOut } from './fan-out-queue.ts';

/**
 * Has the watchers of a vendor notified of a change of its score at once, after the transaction that made it. A message
 * that cannot be sent is left to the sweep of fan-outs, which takes the change a minute later.
 */
export const wakeFanOut = async (
  send: SendFanOut,
  change: { readonly vendorId: string; readonly number: number },
  log: Logger,
): Promise<void> => {
  try {
    await send({ vendorId: change.vendorId, number: change.number });
  } catch (error) {
    log.warn('FAN_OUT_NOT_WOKEN', errorFields(error));
  }
};
