import { createHash } from 'node:crypto';
import * as v from 'valibot';

/** The form in which addresses are compared, stored and written to: trimmed, lower case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/**
 * What mail services refuse although a browser's e-mail field takes it: a local part above 64 characters or with a dot
 * at an end or two in a row (RFC 5321, 4.1.2 and 4.5.3.1.1), and a domain without a top level.
 */
const DELIVERABLE = /^(?!\.)(?!.*\.[.@])[^@]{1,64}@[^@]+\.[A-Za-z][A-Za-z0-9-]+$/;

/** An e-mail address of at most 200 characters; its output is normalised. */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(200),
  v.rfcEmail(),
  v.regex(DELIVERABLE, 'Invalid email: not a deliverable address'),
);

/**
 * The part of a table key that stands for an address: SHA-256 of its normalised form, in hex. Keys end up in logs and
 * metrics of the database; addresses should not.
 */
export const emailKey = (email: string): string => createHash('sha256').update(normaliseEmail(email)).digest('hex');
