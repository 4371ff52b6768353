import type { Remembered } from './memory.ts';

/**
 * How a page begins: with a new applicant, with the one that the browser remembers, or with a question, because the
 * person may be somebody else.
 */
export type Beginning = 'new' | 'go_on' | 'ask';

/** Time without activity after which the page asks who the person is. */
const UNATTENDED_MS = 60 * 60_000;

/** How a page begins, given what it remembers. */
export const beginningOf = ({ sessionId, applicantId, ended, atMs = 0 }: Remembered, nowMs: number): Beginning => {
  if (sessionId === undefined || applicantId === undefined) return 'new';
  return ended !== undefined || nowMs - atMs > UNATTENDED_MS ? 'ask' : 'go_on';
};
