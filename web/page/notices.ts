import { TEXTS } from './texts.ts';

/** What a refusal means to the applicant. */
export const failureText = (code: string): string => TEXTS.failures[code] ?? TEXTS.failure;

/** What is shown beside the button that did not work. */
export const noticeText = (code: string): string =>
  code === 'MODULES_INCOMPLETE' ? TEXTS.incomplete : failureText(code);
