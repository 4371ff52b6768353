import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock';

/** Why an address is no longer mailed: a mail to it bounced permanently, or its reader complained. */
export const SUPPRESSION_REASONS = ['bounce', 'complaint'] as const;

/** What the mail service reported about one mail. */
export interface MailReport {
  /** Where the mail went. */
  readonly address: string;
  /** Why the address must no longer be mailed; undefined when this report is no reason. */
  readonly reason: (typeof SUPPRESSION_REASONS)[number] | undefined;
  /** ISO 8601, with milliseconds. */
  readonly reportedAt: string;
  /** The mail's id at the service, as in the log line of its sending. */
  readonly mailId: string;
}

const timeSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => isoTime(Date.parse(text))),
);

/**
 * The mail that a report is about. Each of ours goes to one address, which is the one that counts. The recipients that
 * a bounce names are whatever the receiving server wrote into it, which may be anybody's address.
 */
const mailSchema = v.object({ messageId: v.string(), destination: v.tuple([v.string()]) });

/**
 * A report of SES. Source: Amazon SES Developer Guide, "Contents of event data that Amazon SES publishes to Amazon
 * SNS".
 */
const reportSchema = v.variant('eventType', [
  v.object({
    eventType: v.literal('Bounce'),
    bounce: v.object({ bounceType: v.string(), timestamp: timeSchema }),
    mail: mailSchema,
  }),
  v.object({
    eventType: v.literal('Complaint'),
    complaint: v.object({ complaintFeedbackType: v.nullish(v.string()), timestamp: timeSchema }),
    mail: mailSchema,
  }),
  // SES did not send the mail, because it found a virus in it.
  v.object({ eventType: v.literal('Reject'), mail: v.object({ ...mailSchema.entries, timestamp: timeSchema }) }),
]);

type Report = v.InferOutput<typeof reportSchema>;

/**
 * What a report means for its address. Full mailboxes and absent servers are temporary, and some complaints say that a
 * mail was no spam.
 */
const verdictOf = (report: Report): Pick<MailReport, 'reason' | 'reportedAt'> => {
  if (report.eventType === 'Bounce') {
    const { bounceType, timestamp } = report.bounce;
    return { reason: bounceType === 'Permanent' ? 'bounce' : undefined, reportedAt: timestamp };
  }
  if (report.eventType === 'Reject') return { reason: undefined, reportedAt: report.mail.timestamp };
  const { complaintFeedbackType, timestamp } = report.complaint;
  return { reason: complaintFeedbackType === 'not-spam' ? undefined : 'complaint', reportedAt: timestamp };
};

/** The message that SES publishes once, when its reports are turned on, to test whether it may. */
const GREETING = /^Successfully validated SNS topic\b/;

/**
 * The report in a message of the queue; undefined for SES's test message.
 *
 * @throws ValiError when it is neither.
 */
export const reportOfMessage = (body: string): MailReport | undefined => {
  if (GREETING.test(body)) return undefined;
  const report = v.parse(v.pipe(v.string(), v.parseJson(), reportSchema), body);
  const { messageId: mailId, destination } = report.mail;
  return { address: destination[0], mailId, ...verdictOf(report) };
};
