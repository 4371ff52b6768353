import * as v from 'valibot';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { sendToQueue } from '#shared/platform/sqs';
import { contactFormSchema, type MailMessage, mailSchema } from './mail.ts';

/*
 * Mails are sent by a function of their own, `send-mails`, and what asks for one puts it on its queue: no caller waits for
 * the mail service, or learns by how long it took whether there was anything to send, and an outage of it makes mails late.
 */

/** A mail to be sent. */
export interface OutgoingMail {
  readonly mail: MailMessage;
  /** The account that it is about, for the log; none for what a visitor without an account sent. */
  readonly accountId?: string | undefined;
  /** When it is too late to send it, as for an expired code, in milliseconds; never when undefined. */
  readonly sendBeforeMs?: number | undefined;
}

/**
 * Has a mail sent. Once it resolves the mail will be sent once, rarely twice.
 *
 * @throws whatever keeps it from that. The mail may then still arrive.
 */
export type SendMail = (outgoing: OutgoingMail) => Promise<void>;

/** The message with a mail to be sent. */
const mailOrderSchema = v.object({
  kind: v.literal('mail'),
  mail: mailSchema,
  accountId: v.optional(v.string()),
  sendBeforeMs: v.optional(v.number()),
});

/** What a code, or a link, may be ordered for. */
const ORDERED_PURPOSES = ['verify-email', 'login', 'reset-password'] as const;

/** A purpose that a code, or a link, may be ordered for. */
export type CodePurposeOrdered = (typeof ORDERED_PURPOSES)[number];

/**
 * The message that orders a code for an address. Its consumer finds out whether there is a recipient: the request that
 * orders it does not, so its duration is the same for every address.
 */
const codeOrderSchema = v.object({
  kind: v.literal('code'),
  purpose: v.picklist(ORDERED_PURPOSES),
  /** Normalised. */
  email: v.string(),
  /** The network of the request, as it is remembered (`NetworkHashes`). */
  from: v.tupleWithRest([v.string()], v.string()),
  /** ISO 8601. */
  requestedAt: v.string(),
});

/** An order for a code to an address that may have no recipient for it. */
export type CodeOrder = v.InferOutput<typeof codeOrderSchema>;

/**
 * The message with what a visitor of a public page sent. Its consumer finds out whether it is new: the request that
 * orders it does not, so its duration is the same for every address.
 */
const contactOrderSchema = v.object({
  kind: v.literal('contact'),
  /** The same each time that the message arrives. */
  orderId: v.string(),
  form: contactFormSchema,
  /** ISO 8601. */
  requestedAt: v.string(),
});

/** An order to store what a visitor sent, and to mail it to sales where it is new. */
export type ContactOrder = v.InferOutput<typeof contactOrderSchema>;

/** What a visitor of a public page sent. */
export type ContactForm = ContactOrder['form'];

const orderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('kind', [mailOrderSchema, codeOrderSchema, contactOrderSchema]),
);

/** The content of a message of the queue. */
export type MailOrder = v.InferOutput<typeof orderSchema>;

/** The content of a message that concerns an account, or an address that may belong to one. */
export type AccountMailOrder = Exclude<MailOrder, ContactOrder>;

/**
 * The content of a message of the queue.
 *
 * @throws ValiError when it is not one of ours.
 */
export const mailOrderOfMessage = (body: string): MailOrder => v.parse(orderSchema, body);

const enqueue = (order: MailOrder): Promise<void> =>
  sendToQueue(env('MAIL_QUEUE_URL'), { body: JSON.stringify(order) });

/** {@link SendMail} through the queue `MAIL_QUEUE_URL`. */
export const queueMail: SendMail = ({ mail, accountId, sendBeforeMs }) =>
  enqueue({
    kind: 'mail',
    mail: v.parse(mailSchema, mail),
    ...(accountId !== undefined && { accountId }),
    ...(sendBeforeMs !== undefined && { sendBeforeMs }),
  });

/** Orders a code to be mailed where there is a recipient; the same for every address. */
export type OrderCode = (order: Omit<CodeOrder, 'kind'>) => Promise<void>;

/** {@link OrderCode} through the queue `MAIL_QUEUE_URL`. */
const queueCodeOrder: OrderCode = (order) => enqueue({ kind: 'code', ...order });

/** The effect of the capability `mails`, for who has a mail to send. */
export const mails = effect('mails', queueMail);

/** The effect of the capability `mails`, for who does not look whether there is anybody to mail a code to. */
export const codeOrders = effect('mails', queueCodeOrder);

/** Orders what a visitor sent to be stored and mailed to sales. */
export type OrderContact = (order: Omit<ContactOrder, 'kind'>) => Promise<void>;

/** {@link OrderContact} through the queue `MAIL_QUEUE_URL`. Only what the form's schema names is put on the queue. */
const queueContactOrder: OrderContact = (order) => enqueue(v.parse(contactOrderSchema, { kind: 'contact', ...order }));

/** The effect of the capability `mails`, for the forms of public pages. */
export const contactOrders = effect('mails', queueContactOrder);
