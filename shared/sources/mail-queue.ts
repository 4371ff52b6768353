import * as v from 'valibot';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { sendToQueue } from '#shared/platform/sqs';
import { type MailMessage, mailSchema } from './mail.ts';

/*
 * Mails are sent by a function of their own, `send-mails`, and what asks for one puts it on its queue: no caller waits for
 * the mail service, or learns by how long it took whether there was anything to send, and an outage of it makes mails late.
 */

/** A mail on its way to the mail service. */
export interface OutgoingMail {
  readonly mail: MailMessage;
  /** The account that it is about; for the log. */
  readonly accountId: string;
  /** When it is too late to send it, as for a code that has expired, in milliseconds; never when undefined. */
  readonly sendBeforeMs?: number | undefined;
}

/**
 * Has a mail sent. When it resolves the mail is safe: it will be sent once, rarely twice.
 *
 * @throws whatever keeps it from that. The mail may then still arrive.
 */
export type SendMail = (outgoing: OutgoingMail) => Promise<void>;

/** The message about a mail that is to be sent. */
const mailOrderSchema = v.object({
  kind: v.literal('mail'),
  mail: mailSchema,
  accountId: v.string(),
  sendBeforeMs: v.optional(v.number()),
});

/**
 * The message about a code that somebody asked to be mailed. Whoever handles it finds out whether there is anybody to mail
 * it to: whoever asks does not, so its time is the same for every address.
 */
const codeOrderSchema = v.object({
  kind: v.literal('code'),
  /** Normalised. */
  email: v.string(),
  /** The network that asks, as it is remembered (`NetworkHashes`). */
  from: v.tupleWithRest([v.string()], v.string()),
  /** ISO 8601. */
  requestedAt: v.string(),
});

/** A code that is to be mailed where somebody waits for one. */
export type CodeOrder = v.InferOutput<typeof codeOrderSchema>;

const orderSchema = v.pipe(v.string(), v.parseJson(), v.variant('kind', [mailOrderSchema, codeOrderSchema]));

/** What a message of the queue asks for. */
export type MailOrder = v.InferOutput<typeof orderSchema>;

/**
 * What a message of the queue asks for.
 *
 * @throws ValiError when it is none of ours.
 */
export const mailOrderOfMessage = (body: string): MailOrder => v.parse(orderSchema, body);

const enqueue = (order: v.InferInput<typeof mailOrderSchema> | v.InferInput<typeof codeOrderSchema>): Promise<void> =>
  sendToQueue(env('MAIL_QUEUE_URL'), { body: JSON.stringify(order) });

/** {@link SendMail} by way of the queue `MAIL_QUEUE_URL`. */
export const queueMail: SendMail = ({ mail, accountId, sendBeforeMs }) =>
  enqueue({
    kind: 'mail',
    mail: v.parse(mailSchema, mail),
    accountId,
    ...(sendBeforeMs !== undefined && { sendBeforeMs }),
  });

/** Has somebody look whether a code is to be mailed; the same for every address. */
export type OrderCode = (order: Omit<CodeOrder, 'kind'>) => Promise<void>;

/** {@link OrderCode} by way of the queue `MAIL_QUEUE_URL`. */
const queueCodeOrder: OrderCode = (order) => enqueue({ kind: 'code', ...order });

/** The effect of the capability `mails`, for who has a mail to send. */
export const mails = effect('mails', queueMail);

/** The effect of the capability `mails`, for who does not look whether there is anybody to mail a code to. */
export const codeOrders = effect('mails', queueCodeOrder);
