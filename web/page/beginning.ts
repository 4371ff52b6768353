import type { Remembered } from './memory.ts';

/**
 * How a page begins: with a new applicant, with the one that the browser remembers, or with a question, because whoever
 * sits there may be somebody else.
 */
export type Beginning = 'new' | 'go_on' | 'ask';

/** After how long without an activity the page asks who it is. */
const ALONE_MS = 60 * 60_000;

/** How a page begins that remembers this. */
export const beginningOf = ({ sessionId, applicantId, ended, atMs = 0 }: Remembered, nowMs: number): Beginning => {
  if (sessionId === undefined || applicantId === undefined) return 'new';
  return ended !== undefined || nowMs - atMs > ALONE_MS ? 'ask' : 'go_on';
};
