import * as v from 'valibot';
import { described } from '#shared/platform/described';

/** `success` of every response but a refusal. */
export const succeeded = described(v.literal(true), 'Always true; a refusal has false.');

/** `message` of a response that has one. */
export const resultMessage = described(v.string(), 'What has been done, for people to read.');
