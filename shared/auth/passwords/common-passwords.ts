import { dictionary } from '@zxcvbn-ts/language-common';
import * as v from 'valibot';
import { ApiError } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import { passwordSchema } from './passwords.ts';

/*
 * The list takes 0.4 MB of a bundle, so only functions that set a password import this module.
 */

/** Sequences that people type: digits, letters and the rows of the keyboard, in both directions. */
const RUNS = ['01234567890'.repeat(2), 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(
  (run) => [run, [...run].reverse().join('')],
);

/** One to six characters over and over. */
const REPEATED = /^(.{1,6})\1+$/su;

/**
 * Whether a password is among the most common ones, whatever its case (OWASP ASVS 5.0, 6.2.4): in zxcvbn-ts's list of
 * 49,000, or one of the repetitions and sequences that this list leaves to patterns. Together they contain all but one
 * of the 3,000 most common passwords of at least eight characters in the "10 million passwords" collection.
 */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase();
  return (
    REPEATED.test(plain) || RUNS.some((run) => run.includes(plain)) || dictionary['passwords-common'].includes(plain)
  );
};

const TOO_COMMON: Problem = { path: 'password', message: 'This password is too common: choose another' };

const passwordOf = v.looseObject({ password: passwordSchema });

/** The problem of a common password in a body as it was sent; none if the password has another problem. */
export const commonPasswordProblems = (body: unknown): readonly Problem[] => {
  const parsed = v.safeParse(passwordOf, body);
  return parsed.success && isCommonPassword(parsed.output.password) ? [TOO_COMMON] : [];
};

/**
 * Refuses a common password.
 *
 * @throws ApiError VALIDATION_FAILED that names the field `password`.
 */
export const refuseCommonPassword = (password: string): void => {
  if (isCommonPassword(password)) throw new ApiError('VALIDATION_FAILED', { details: [TOO_COMMON] });
};
