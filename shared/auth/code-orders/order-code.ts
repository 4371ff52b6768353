import { hashNetwork } from '#shared/auth/caller-networks';
import type { RequestMeta } from '#shared/http/request';
import type { CodePurposeOrdered, OrderCode } from '#shared/mails/queue/mail-queue';
import { isoTime } from '#shared/platform/clock';
import type { VersionedSecret } from '#shared/platform/secret-versions';

/**
 * Orders a code or a link for an address, whoever it belongs to. The mail's consumer finds out whether there is a
 * recipient, so that the response to the request, its duration and its cost are the same for every address.
 *
 * @throws whatever kept the order from being queued.
 */
export const orderCodeFor = (
  purpose: CodePurposeOrdered,
  email: string,
  { sourceIp, nowMs }: Pick<RequestMeta, 'sourceIp' | 'nowMs'>,
  pepper: VersionedSecret,
  order: OrderCode,
): Promise<void> => order({ purpose, email, from: [...hashNetwork(sourceIp, pepper)], requestedAt: isoTime(nowMs) });
