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
import { subjectOf } from '#shared/platform/subject-ids';
import { currentTrace, tracedBody } from '#shared/platform/trace';

/*
 * Separate functions send the mails; whoever orders one puts it on their queue. So no caller waits for the mail
 * service, its response time does not reveal whether there was anything to send, and an outage of the service only
 * delays mails. There are two lanes, and each mail declares its own: `CODE_QUEUE_URL` for `codes`, `MAIL_QUEUE_URL` for
 * `mails`.
 */

/** The applicant that a mail is about. */
const aboutApplicantSchema = v.object({ applicantId: v.string(), environment: v.picklist(ENVIRONMENTS) });

/** A mail to send. */
export interface OutgoingMail<Mail extends MailMessage = MailMessage> {
  /**
   * Identifies what it is about: of all mails with one id, one is sent. By default a new id, for mails that nothing
   * orders twice.
   */
  readonly id?: string;
  readonly mail: Mail;
  /** The account that it is about; undefined for what a visitor without an account sent. */
  readonly accountId?: string | undefined;
  /** The applicant that it is about. What a customer makes us write to others is capped. */
  readonly applicant?: v.InferOutput<typeof aboutApplicantSchema> | undefined;
  /** When it is too late to send it, as for an expired code, in milliseconds; never when undefined. */
  readonly sendBeforeMs?: number | undefined;
}

/** A mail as its queue holds it. */
export type OrderedMail<Mail extends MailMessage = MailMessage> = OutgoingMail<Mail> & { readonly id: string };

/**
 * Queues a mail of a lane. Once it resolves, the mail will be sent once.
 *
 * @throws whatever prevented that. The mail may still arrive.
 */
export type SendMail<Lane extends MailLane> = (outgoing: OutgoingMail<MailOfLane<Lane>>) => Promise<unknown>;

/** The message with a mail of a lane. */
// @__NO_SIDE_EFFECTS__
function mailOrderOf<Lane extends MailLane>(lane: Lane) {
  return v.object({
    kind: v.literal('mail'),
    // Orders from before there were ids each count as their own.
    id: v.optional(v.string(), () => randomUUID()),
    mail: mailsOfLane(lane),
    accountId: v.optional(v.string()),
    applicant: v.optional(aboutApplicantSchema),
    sendBeforeMs: v.optional(v.number()),
  });
}

/** The purposes that a code or a link may be ordered for. */
const ORDERED_PURPOSES = ['verify-email', 'login', 'reset-password'] as const;

/** A purpose that a code or a link may be ordered for. */
export type CodePurposeOrdered = (typeof ORDERED_PURPOSES)[number];

/**
 * The message that orders a code for an address. Only its consumer finds out whether there is a recipient, so that the
 * duration of the request is the same for every address.
 */
const codeOrderSchema = v.object({
  kind: v.literal('code'),
  purpose: v.picklist(ORDERED_PURPOSES),
  /** Normalised. */
  email: v.string(),
  /** The network of the request in the form in which it is remembered (`NetworkHashes`). */
  from: v.tupleWithRest([v.string()], v.string()),
  /** ISO 8601. */
  requestedAt: v.string(),
});

/** An order for a code to an address that may not have a recipient for it. */
export type CodeOrder = v.InferOutput<typeof codeOrderSchema>;

// @__NO_SIDE_EFFECTS__
function formOf<const Template extends string, Data extends v.GenericSchema>(mail: {
  readonly template: Template;
  readonly data: Data;
}) {
  return v.object({ template: v.literal(mail.template), data: mail.data });
}

/**
 * The message with what a visitor of a public page sent. Only its consumer finds out whether it is new, so that the
 * duration of the request is the same for every address.
 */
const contactOrderSchema = v.object({
  kind: v.literal('contact'),
  /** The same each time that the message arrives. */
  orderId: v.string(),
  form: v.variant('template', [formOf(subscription), formOf(demoRequest)]),
  /** ISO 8601. */
  requestedAt: v.string(),
});

/** An order to store what a visitor sent, and to mail it to sales if it is new. */
export type ContactOrder = v.InferOutput<typeof contactOrderSchema>;

/** What a visitor of a public page sent. */
export type ContactForm = ContactOrder['form'];

/** The message that orders a confirmation mail to an address. */
const confirmationOrderSchema = v.object({
  kind: v.literal('confirmation'),
  /** The same each time that the message arrives. */
  orderId: v.string(),
  accountId: v.string(),
  /** Normalised. */
  email: v.string(),
  /** The API's public address, for the link. */
  apiUrl: v.string(),
});

/** An order to ask an address to confirm that an account may mail it. */
export type ConfirmationOrder = v.InferOutput<typeof confirmationOrderSchema>;

// @__NO_SIDE_EFFECTS__
function messageOf<Schema extends v.GenericSchema>(order: Schema) {
  return v.pipe(v.string(), v.parseJson(), order);
}

const codeLaneSchema = messageOf(v.variant('kind', [mailOrderOf('codes'), codeOrderSchema, confirmationOrderSchema]));
const mailLaneSchema = messageOf(v.variant('kind', [mailOrderOf('mails'), contactOrderSchema]));

/** The content of a message of the `codes` lane. */
export type CodeLaneOrder = v.InferOutput<typeof codeLaneSchema>;

/** The content of a message of the `mails` lane. */
export type MailLaneOrder = v.InferOutput<typeof mailLaneSchema>;

/**
 * Parses a message of the `codes` lane.
 *
 * @throws ValiError when it is not one of ours.
 */
export const codeOrderOfMessage = (body: string): CodeLaneOrder => v.parse(codeLaneSchema, body);

/**
 * Parses a message of the `mails` lane.
 *
 * @throws ValiError when it is not one of ours.
 */
export const mailOrderOfMessage = (body: string): MailLaneOrder => v.parse(mailLaneSchema, body);

/** With the ids of what ordered it, such as an obligation, so that the lines of its sending have them too. */
const enqueue = (queue: 'MAIL_QUEUE_URL' | 'CODE_QUEUE_URL', order: CodeLaneOrder | MailLaneOrder): Promise<void> =>
  sendToQueue(env(queue), { body: tracedBody({ ...order, about: subjectOf(currentTrace()) }) });

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

/** Orders a code, which is mailed if there is a recipient. Takes the same time for every address. */
export type OrderCode = (order: Omit<CodeOrder, 'kind'>) => Promise<void>;

/** {@link OrderCode} through the queue `CODE_QUEUE_URL`. */
const queueCodeOrder: OrderCode = (order) => enqueue('CODE_QUEUE_URL', { kind: 'code', ...order });

/** The effect of the capability `codes` for mails that somebody waits for. */
export const codeMails = effect('codes', queueCodeMail);

/** The effect of the capability `codes` for codes whose recipient may not exist. */
export const codeOrders = effect('codes', queueCodeOrder);

/** Orders a mail that asks an address to confirm that an account may mail it. */
export type OrderConfirmation = (order: Omit<ConfirmationOrder, 'kind'>) => Promise<void>;

/** {@link OrderConfirmation} through the queue `CODE_QUEUE_URL`. */
const queueConfirmation: OrderConfirmation = (order) => enqueue('CODE_QUEUE_URL', { kind: 'confirmation', ...order });

/** The effect of the capability `codes` for confirmations of addresses. */
export const confirmationOrders = effect('codes', queueConfirmation);

/** Orders that what a visitor sent is stored and mailed to sales. */
export type OrderContact = (order: Omit<ContactOrder, 'kind'>) => Promise<void>;

/** {@link OrderContact} through the queue `MAIL_QUEUE_URL`. Only fields of the form's schema are put on the queue. */
const queueContactOrder: OrderContact = (order) =>
  enqueue('MAIL_QUEUE_URL', v.parse(contactOrderSchema, { kind: 'contact', ...order }));

/** The effect of the capability `mails`, for the forms of public pages. */
export const contactOrders = effect('mails', queueContactOrder);

/** The effect of the capability `mails` for mails that nobody waits for. */
export const mails = effect('mails', queueMail);
