import * as TEXTS from './texts.ts';

/**
 * The one possible action at an end: `go_on` reopens the session, `start_again` opens one for a new applicant,
 * `try_again` repeats the failed step, `ask` means that somebody else has to act.
 */
export type Next = 'go_on' | 'start_again' | 'try_again' | 'ask';

/** An end: what the page shows when there is no form to fill in. */
export interface Ending {
  /** The code of the refusal that led here; `LEFT` if the applicant left, `HTTP_…` if the response had no code. */
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly next: Next;
  /** The widget's URL that is offered as well. */
  readonly redirect: 'failure' | 'abandon' | 'success' | undefined;
}

type EndRow = readonly [title: string, text: string, next: Next, redirect?: Ending['redirect']];

/** Every end, by the code that leads to it, or by the outcome of the session if the refusal states it. */
const ENDS: Readonly<Record<string, EndRow>> = {
  LEFT: [TEXTS.left, TEXTS.leftSaved, 'go_on', 'abandon'],
  approved: [TEXTS.approvedTitle, TEXTS.submittedText, 'start_again', 'success'],
  rejected: [TEXTS.rejectedTitle, TEXTS.rejectedText, 'ask', 'failure'],
  abandoned: [TEXTS.left, TEXTS.endLost, 'start_again', 'abandon'],
  expired: [TEXTS.lapsedTitle, TEXTS.lapsedText, 'start_again', 'failure'],
  SESSION_EXPIRED: [TEXTS.expiredTitle, TEXTS.expiredText, 'go_on'],
  SESSION_NOT_IN_PROGRESS: [TEXTS.submittedTitle, TEXTS.submittedText, 'start_again', 'success'],
  APPLICANT_NOT_OPEN: [TEXTS.closedTitle, TEXTS.closedText, 'start_again', 'failure'],
  RESUME_DISABLED: [TEXTS.startedTitle, TEXTS.startedText, 'start_again', 'failure'],
  WIDGET_NOT_LIVE: [TEXTS.pausedTitle, TEXTS.pausedText, 'try_again', 'failure'],
  INSUFFICIENT_BALANCE: [TEXTS.notStartedTitle, TEXTS.notStartedText, 'try_again', 'failure'],
  HTTP_429: [TEXTS.tooManyTitle, TEXTS.tooManyText, 'try_again'],
  INVALID_EMBED_TOKEN: [TEXTS.linkTitle, TEXTS.linkText, 'ask', 'failure'],
  SESSION_NOT_FOUND: [TEXTS.linkTitle, TEXTS.linkText, 'ask', 'failure'],
  APPLICANT_NOT_FOUND: [TEXTS.linkTitle, TEXTS.linkText, 'ask', 'failure'],
  ORIGIN_NOT_ALLOWED: [TEXTS.placeTitle, TEXTS.originText, 'ask', 'failure'],
  IP_NOT_ALLOWED: [TEXTS.placeTitle, TEXTS.networkText, 'ask', 'failure'],
  COUNTRY_NOT_ALLOWED: [TEXTS.placeTitle, TEXTS.countryText, 'ask', 'failure'],
  INVALID_REQUEST_SIGNATURE: [TEXTS.placeTitle, TEXTS.originText, 'ask', 'failure'],
};

/** The end for any other failure before there is a form, of the service or the page. */
const FAILED: EndRow = [TEXTS.failedTitle, TEXTS.failedText, 'try_again', 'failure'];

/** What determines the end of a session. */
export interface EndOf {
  /** Whether the widget lets the applicant come back, and the page knows the applicant. */
  readonly canResume: boolean;
  /** Whether the link is for one applicant, so that nobody else can begin with it. */
  readonly isPersonal: boolean;
  /** The outcome of the session, if the refusal states it. */
  readonly outcome?: string | undefined;
}

/**
 * Replaces an action that is not possible: if the session cannot be resumed, a new one is started; if that is not
 * possible either, somebody has to be asked.
 */
const possible = (next: Next, { canResume, isPersonal }: EndOf): Next => {
  if (next === 'go_on' && !canResume) return possible('start_again', { canResume, isPersonal });
  return next === 'start_again' && isPersonal ? 'ask' : next;
};

/** Whether a refusal ends the form; others are shown beside the button that caused them. */
export const isEnd = (code: string): boolean => code in ENDS && code !== 'HTTP_429';

/** The end that a code leads to. */
export const endingOf = (code: string, of: EndOf): Ending => {
  const [title, text, wished, redirect] = ENDS[of.outcome ?? ''] ?? ENDS[code] ?? FAILED;
  const next = possible(wished, of);
  const lost = wished === 'go_on' && next !== 'go_on';
  return { code, title, text: lost ? TEXTS.endLost : text, next, redirect };
};
