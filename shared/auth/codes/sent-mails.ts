import { CODE_POLICY } from './codes.ts';

const MINUTE_MS = CODE_POLICY.minSecondsBetweenSends * 1000;
const HOUR_MS = 60 * 60_000;

/** What the record of an address stores of the codes and links that were mailed to it. */
export interface SentMails {
  /** The times of the mails within the last hour, oldest first. */
  readonly sentAtMs: readonly number[];
}

const sentWithinHour = ({ sentAtMs }: SentMails, nowMs: number): number[] =>
  sentAtMs.filter((oneMs) => oneMs > nowMs - HOUR_MS);

/** The mails of the last hour with one more. */
export const withMail = (sent: SentMails, nowMs: number): number[] => [...sentWithinHour(sent, nowMs), nowMs];

/** The mails without one that was not accepted, which does not count. */
export const withoutMail = ({ sentAtMs }: SentMails, mailSentAtMs: number): number[] => {
  const place = sentAtMs.indexOf(mailSentAtMs);
  return place === -1 ? [...sentAtMs] : sentAtMs.toSpliced(place, 1);
};

/** Seconds until another mail may be sent, after five within an hour; 0 if it may be sent now. */
export const secondsUntilNextCode = (sent: SentMails, nowMs: number): number => {
  const sends = sentWithinHour(sent, nowMs);
  if (sends.length < CODE_POLICY.maxCodesPerHour) return 0;
  return Math.max(1, Math.ceil((Math.min(...sends) + HOUR_MS - nowMs) / 1000));
};

/** Whether a mail was sent within the last minute. */
export const sentWithinMinute = ({ sentAtMs }: SentMails, nowMs: number): boolean =>
  sentAtMs.some((oneMs) => nowMs - oneMs < MINUTE_MS);
