import { errorFields, type Logger } from '#shared/platform/logger';
import type { SendFanOut } from './fan-out-queue.ts';

/**
 * Starts notifying a vendor's watchers of a change of its score, after the transaction that made it. If the message
 * cannot be sent, the sweep of fan-outs takes the change a minute later.
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
