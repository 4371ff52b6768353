import type { VersionedSecret } from '#shared/platform/secret-versions';
import { CODE_POLICY, type CodeScope, codeMatches, isPepperKnown } from './codes.ts';
import { isCodeAlive, type MailedCode } from './mailed-code.ts';

/** A code that somebody entered, and the one thing that it may be used for. */
export interface CodeAttempt {
  readonly code: string;
  readonly scope: CodeScope;
}

/** The result of comparing an entered code with stored ones. */
export interface Comparison {
  /** Whether the code was compared with any valid code with tries left. */
  readonly isCompared: boolean;
  readonly isRight: boolean;
  /** The codes with the try counted, for a wrong code. */
  readonly tried: MailedCode[];
}

const CODE_FORM = new RegExp(`^\\d{${CODE_POLICY.digits}}$`);

/** Whether a text may be a code. Any other text is refused without counting a try. */
export const isCodeForm = (text: string): boolean => CODE_FORM.test(text);

/** Compares an entered code with every valid one that has tries left. A wrong code costs each of them a try. */
export const compareCode = (
  codes: readonly MailedCode[],
  { code, scope }: CodeAttempt,
  pepper: VersionedSecret,
  nowMs: number,
): Comparison => {
  const isComparable = (one: MailedCode): boolean => isCodeAlive(one, nowMs) && one.tries < CODE_POLICY.maxTries;
  const matches = codes.filter(isComparable).map(({ codeHash }) => codeMatches(codeHash, code, scope, pepper));
  return {
    isCompared: matches.length > 0,
    isRight: matches.includes(true),
    tried: codes.map((one) => (isComparable(one) ? { ...one, tries: one.tries + 1 } : one)),
  };
};

/** Whether a valid code was hashed with a pepper that is newer than this one. */
export const isPepperOutdated = (codes: readonly MailedCode[], pepper: VersionedSecret, nowMs: number): boolean =>
  codes.some((code) => isCodeAlive(code, nowMs) && !isPepperKnown(code.codeHash, pepper));
