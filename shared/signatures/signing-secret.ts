import { randomBytes } from 'node:crypto';

/** The prefix of every signing secret (interface: General conventions, 3). */
export const SIGNING_SECRET_PREFIX = 'whsec_';

const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in standard base64, which Standard Webhooks libraries accept. */
export const generateSigningSecret = (): string =>
  `${SIGNING_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
