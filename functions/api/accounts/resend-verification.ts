import { hashNetwork } from '#shared/auth/caller-networks';
import { pepperSecret, type SecretReader } from '#shared/auth/secrets';
import type { Endpoint } from '#shared/http/endpoint';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type OrderCode, queueCodeOrder } from '#shared/sources/mail-queue';
import { resendVerification } from './resend-verification.contract.ts';

interface Dependencies {
  readonly pepper: SecretReader;
  readonly orderCode: OrderCode;
}

const ANSWER = {
  status: 200,
  body: { success: true, message: 'If this address waits for verification, a new code is on its way.' },
} as const;

/**
 * Has a new code mailed where one is waited for. Whether that is so is not looked at here but by whoever sends the mail:
 * the answer and its time are the same for every address.
 */
export const resendVerificationEndpoint = ({
  pepper,
  orderCode,
}: Dependencies): Endpoint<typeof resendVerification, VersionedSecret, undefined> => ({
  load: () => pepper(),

  answer: async ({ body, loaded, meta }) => {
    const from = hashNetwork(meta.sourceIp, loaded);
    await orderCode({ email: body.email, from: [...from], requestedAt: isoTime(meta.nowMs) });
    return ANSWER;
  },
});

export const handler = serve(
  resendVerification,
  resendVerificationEndpoint({ pepper: pepperSecret, orderCode: queueCodeOrder }),
);
