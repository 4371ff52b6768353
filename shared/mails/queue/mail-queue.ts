import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type MailMessage, type MailOfLane, mailsOfLane } from '#shared/mails/messages/catalogue';
import { demoRequest } from '#shared/mails/messages/demo-request';
import type { MailLane } from '#shared/mails/messages/mail';
import { subscription } from '#shared/mails/messages/subscription';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { sendToQueue } from '#shared/platform/sqs';
import { tracedBody } from '#shared/platform/trace';

/*
 * Functions of their own send the mails; whoever orders one puts it on their queue. So no caller waits for the mail service,
 * its response time does not tell whether there was anything to send, and an outage of the service makes mails late. There
 * are two lanes, and each mail names its own: `CODE_QUEUE_URL` for `codes`, `MAIL_QUEUE_URL` for `mails`.
 */

/** The applicant that a mail is about. */
const aboutApplicantSchema = v.object({ applicantId: v.string(), environment: v.picklist(ENVIRONMENTS) });

/** A mail to be sent. */
export interface OutgoingMail<Mail extends MailMessage = MailMessage> {
  /** What it is about: of all mails with one id one is sent. A new one where nothing orders it twice. */
  readonly id?: string;
  readonly mail: Mail;
  /** The account that it is about; none for what a visitor without an account sent. */
  readonly accountId?: string | undefined;
  /** The applicant that it is about: what a customer has us write to others is bounded. */
  readonly applicant?: v.InferOutput<typeof aboutApplicantSchema> | undefined;
  /** When it is too late to send it, as for an expired code, in milliseconds; never when undefined. */
  readonly sendBeforeMs?: number | undefined;
}

/** A mail as its queue holds it. */
export type OrderedMail<Mail extends MailMessage = MailMessage> = OutgoingMail<Mail> & { readonly id: string };

/**
 * Has a mail of a lane sent. Once it resolves the mail will be sent once.
 *
 * @throws whatever keeps it from that. The mail may then still arrive.
 */
export type SendMail<Lane extends MailLane> = (outgoing: OutgoingMail<MailOfLane<Lane>>) => Promise<unknown>;

/** The message with a mail of a lane. */
// @__NO_SIDE_EFFECTS__
function mailOrderOf<Lane extends MailLane>(lane: Lane) {
  return v.object({
    kind: v.literal('mail'),
    // Orders from before there were ids are orders of their own.
    id: v.optional(v.string(), () => randomUUID()),
    mail: mailsOfLane(lane),
    accountId: v.optional(v.string()),
    applicant: v.optional(aboutApplicantSchema),
    sendBeforeMs: v.optional(v.number()),
  });
}

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

// @__NO_SIDE_EFFECTS__
function formOf<const Template extends string, Data extends v.GenericSchema>(mail: {
  readonly template: Template;
  readonly data: Data;
}) {
  return v.object({ template: v.literal(mail.template), data: mail.data });
}

/**
 * The message with what a visitor of a public page sent. Its consumer finds out whether it is new: the request that
 * orders it does not, so its duration is the same for every address.
 */
const contactOrderSchema = v.object({
  kind: v.literal('contact'),
  /** The same each time that the message arrives. */
  orderId: v.string(),
  form: v.variant('template', [formOf(subscription), formOf(demoRequest)]),
  /** ISO 8601. */
  requestedAt: v.string(),
});

/** An order to store what a visitor sent, and to mail it to sales where it is new. */
export type ContactOrder = v.InferOutput<typeof contactOrderSchema>;

/** What a visitor of a public page sent. */
export type ContactForm = ContactOrder['form'];

/** The message that has an address asked whether an account may mail it. */
const confirmationOrderSchema = v.object({
  kind: v.literal('confirmation'),
  /** The same each time that the message arrives. */
  orderId: v.string(),
  accountId: v.string(),
  /** Normalised. */
  email: v.string(),
  /** Where the API is reached, for the link. */
  apiUrl: v.string(),
});

/** An order to ask an address whether an account may mail it. */
export type ConfirmationOrder = v.InferOutput<typeof confirmationOrderSchema>;

// @__NO_SIDE_EFFECTS__
function messageOf<Schema extends v.GenericSchema>(order: Schema) {
  return v.pipe(v.string(), v.parseJson(), order);
}

const codeLaneSchema = messageOf(v.variant('kind', [mailOrderOf('codes'), codeOrderSchema, confirmationOrderSchema]));
const mailLaneSchema = messageOf(v.variant('kind', [mailOrderOf('mails'), contactOrderSchema]));

/** The content of a message of the lane of what somebody waits for. */
export type CodeLaneOrder = v.InferOutput<typeof codeLaneSchema>;

/** The content of a message of the lane of what nobody waits for. */
export type MailLaneOrder = v.InferOutput<typeof mailLaneSchema>;

/**
 * The content of a message of the lane of what somebody waits for.
 *
 * @throws ValiError when it is not one of ours.
 */
export const codeOrderOfMessage = (body: string): CodeLaneOrder => v.parse(codeLaneSchema, body);

/**
 * The content of a message of the lane of what nobody waits for.
 *
 * @throws ValiError when it is not one of ours.
 */
export const mailOrderOfMessage = (body: string): MailLaneOrder => v.parse(mailLaneSchema, body);

const enqueue = (queue: 'MAIL_QUEUE_URL' | 'CODE_QUEUE_URL', order: CodeLaneOrder | MailLaneOrder): Promise<void> =>
  sendToQueue(env(queue), { body: tracedBody(order) });

const orderOf = <Mail extends MailMessage>({
  id = randomUUID(),
  mail,
  accountId,
  applicant,
  sendBeforeMs,
}: OutgoingMail<Mail>) => ({ kind: 'mail' as const, id, mail, accountId, applicant, sendBeforeMs });

/** {@link SendMail} through the queue `MAIL_QUEUE_URL`. */
const queueMail: SendMail<'mails'> = (outgoing) => enqueue('MAIL_QUEUE_URL', orderOf(outgoing));

/** {@link SendMail} through the queue `CODE_QUEUE_URL`. */
const queueCodeMail: SendMail<'codes'> = (outgoing) => enqueue('CODE_QUEUE_URL', orderOf(outgoing));

/** Orders a code to be mailed where there is a recipient; the same for every address. */
export type OrderCode = (order: Omit<CodeOrder, 'kind'>) => Promise<void>;

/** {@link OrderCode} through the queue `CODE_QUEUE_URL`. */
const queueCodeOrder: OrderCode = (order) => enqueue('CODE_QUEUE_URL', { kind: 'code', ...order });

/** The effect of the capability `codes`, for who has a mail to send that somebody waits for. */
export const codeMails = effect('codes', queueCodeMail);

/** The effect of the capability `codes`, for who does not look whether there is anybody to mail a code to. */
export const codeOrders = effect('codes', queueCodeOrder);

/** Has an address asked whether an account may mail it. */
export type OrderConfirmation = (order: Omit<ConfirmationOrder, 'kind'>) => Promise<void>;

/** {@link OrderConfirmation} through the queue `CODE_QUEUE_URL`. */
const queueConfirmation: OrderConfirmation = (order) => enqueue('CODE_QUEUE_URL', { kind: 'confirmation', ...order });

/** The effect of the capability `codes`, for who has addresses asked. */
export const confirmationOrders = effect('codes', queueConfirmation);

/** Orders what a visitor sent to be stored and mailed to sales. */
export type OrderContact = (order: Omit<ContactOrder, 'kind'>) => Promise<void>;

/** {@link OrderContact} through the queue `MAIL_QUEUE_URL`. Only what the form's schema names is put on the queue. */
const queueContactOrder: OrderContact = (order) =>
  enqueue('MAIL_QUEUE_URL', v.parse(contactOrderSchema, { kind: 'contact', ...order }));

/** The effect of the capability `mails`, for the forms of public pages. */
export const contactOrders = effect('mails', queueContactOrder);

/** The effect of the capability `mails`, for who has a mail to send that nobody waits for. */
export const mails = effect('mails', queueMail);
