import * as v from 'valibot';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { sendToQueue } from '#shared/platform/sqs';
import { tracedBody } from '#shared/platform/trace';

const messageSchema = v.object({ vendorId: v.string(), place: v.string() });

/** A check that was handed out. @property place its place in the list of checks until it ends. */
export type HandedOutCheck = v.InferOutput<typeof messageSchema>;

/** Hands a check to a worker. */
export type SendCheck = (check: HandedOutCheck) => Promise<void>;

/** @throws ValiError for a message that is not a check. */
export const checkOfMessage = (body: string): HandedOutCheck =>
  v.parse(v.pipe(v.string(), v.parseJson(), messageSchema), body);

/** {@link SendCheck} on the queue `VENDOR_CHECK_QUEUE_URL`. */
const sendCheck: SendCheck = (check) => sendToQueue(env('VENDOR_CHECK_QUEUE_URL'), { body: tracedBody(check) });

/** The effect of the capability `vendorChecks`. */
export const vendorChecks = effect('vendorChecks', sendCheck);
