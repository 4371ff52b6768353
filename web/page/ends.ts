import * as TEXTS from './texts.ts';

/**
 * The one thing that can be done at an end: `go_on` opens the session anew, `start_again` one for a new applicant,
 * `try_again` repeats what did not work, `ask` is for somebody else to do.
 */
export type Next = 'go_on' | 'start_again' | 'try_again' | 'ask';

/** An end: what the page says when there is no form to fill in. */
export interface Ending {
  /** The code of the refusal that led here; `LEFT` for the applicant's own wish, `HTTP_…` where there was none. */
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly next: Next;
  /** Which of the widget's addresses is offered as well. */
  readonly redirect: 'failure' | 'abandon' | 'success' | undefined;
}

type EndRow = readonly [title: string, text: string, next: Next, redirect?: Ending['redirect']];

/** Every end, by the code that leads to it, or by how the session ended where the refusal says that. */
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

/** Whatever else goes wrong before there is a form: the service failed, or the page. */
const FAILED: EndRow = [TEXTS.failedTitle, TEXTS.failedText, 'try_again', 'failure'];

/** How a session stands whose end is shown. */
export interface EndOf {
  /** Whether the widget lets the applicant come back, and the page knows who that is. */
  readonly canResume: boolean;
  /** Whether the link is for one applicant: nobody else can begin with it. */
  readonly isPersonal: boolean;
  /** How the session ended, where the refusal says that. */
  readonly outcome?: string | undefined;
}

/** What an end that cannot be as its row says becomes: without a way back it begins anew, without that somebody is asked. */
const possible = (next: Next, { canResume, isPersonal }: EndOf): Next => {
  if (next === 'go_on' && !canResume) return possible('start_again', { canResume, isPersonal });
  return next === 'start_again' && isPersonal ? 'ask' : next;
};

/** Whether a refusal ends the form; others are told beside the button that caused them. */
export const isEnd = (code: string): boolean => code in ENDS && code !== 'HTTP_429';

/** The end that a code leads to. */
export const endingOf = (code: string, of: EndOf): Ending => {
  const [title, text, wished, redirect] = ENDS[of.outcome ?? ''] ?? ENDS[code] ?? FAILED;
  const next = possible(wished, of);
  const lost = wished === 'go_on' && next !== 'go_on';
  return { code, title, text: lost ? TEXTS.endLost : text, next, redirect };
};
