/** The parts of an SES report that vary; the rest is as in the documentation of SES. */
interface Told {
  readonly to: string;
  readonly at?: string;
}

/** When the mail was sent and when it was reported, unless a test says otherwise. */
const SENT_AT = '2026-11-21T14:03:27.412Z';
const REPORTED_AT = '2026-11-21T14:03:29.105Z';

/** The id that SES gave the mail. */
export const REPORTED_MAIL_ID = '010201a4c1f0d3b2-5e0a7c61-93a4-4d5f-8b1e-2f7d9c3a6e10-000000';

const mailOf = (to: string) => ({
  timestamp: SENT_AT,
  source: 'no-reply@kyb-service.test',
  sourceArn: 'arn:aws:ses:eu-west-1:000000000000:identity/kyb-service.test',
  sendingAccountId: '000000000000',
  messageId: REPORTED_MAIL_ID,
  destination: [to],
  headersTruncated: false,
  headers: [{ name: 'To', value: to }],
  commonHeaders: { from: ['no-reply@kyb-service.test'], to: [to], subject: 'A reminder' },
  tags: { 'ses:configuration-set': ['kyb-service-local-mails'] },
});

/**
 * A bounce as SES publishes it.
 * @property named the addresses that the bounce itself names; the recipient if undefined.
 */
export const bounceReport = ({
  to,
  at = REPORTED_AT,
  bounceType = 'Permanent',
  named = to,
}: Told & { readonly bounceType?: string; readonly named?: string }): string =>
  JSON.stringify({
    eventType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: named,
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
      timestamp: at,
      feedbackId: '010201a4c1f0da41-1f6b2c3d-0a5e-4b7c-9d8e-7f6a5b4c3d2e-000000',
      reportingMTA: 'dsn; a7-12.smtp-out.eu-west-1.amazonses.com',
    },
    mail: mailOf(to),
  });

/** A complaint as SES publishes it. */
export const complaintReport = ({
  to,
  at = REPORTED_AT,
  complaintFeedbackType = 'abuse',
}: Told & { readonly complaintFeedbackType?: string | null }): string =>
  JSON.stringify({
    eventType: 'Complaint',
    complaint: {
      complainedRecipients: [{ emailAddress: to }],
      timestamp: at,
      feedbackId: '010201a4c1f0e07c-6d2f1a0b-3c4d-4e5f-8a9b-0c1d2e3f4a5b-000000',
      complaintSubType: null,
      ...(complaintFeedbackType !== null && { userAgent: 'ExampleCorp Feedback Loop (V0.01)', complaintFeedbackType }),
      arrivalDate: '2026-11-21T14:03:28.000Z',
    },
    mail: mailOf(to),
  });
