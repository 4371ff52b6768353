import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { emailText } from '#shared/http/schemas/texts';
import { MAX_EMAIL_LENGTH, normaliseEmail } from '#shared/platform/email-address';

/** An e-mail address; its output is normalised. */
export const emailSchema = v.pipe(emailText(MAX_EMAIL_LENGTH, { trim: true }), v.transform(normaliseEmail));

/**
 * The part of a table key that represents an address: SHA-256 of its normalised form, in hex. Keys end up in logs and
 * metrics of the database, where addresses should not.
 */
export const emailKey = (email: string): string => createHash('sha256').update(normaliseEmail(email)).digest('hex');
