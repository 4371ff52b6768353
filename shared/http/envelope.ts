import * as v from 'valibot';
import { described } from '#shared/platform/described';

/** `success` of every response except a refusal. */
export const succeeded = described(v.literal(true), 'Always true. It is false in error responses.');

/** `message` of a response that has one. */
export const resultMessage = described(v.string(), 'A confirmation for people to read.');
