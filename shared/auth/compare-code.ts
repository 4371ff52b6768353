import type { VersionedSecret } from '#shared/platform/secret-versions';
import type { NetworkHashes } from './caller-networks.ts';
import { CODE_POLICY, type CodeScope, codeMatches, isPepperKnown } from './codes.ts';
import { isCodeAlive, type MailedCode } from './mailed-code.ts';

/** A code that somebody entered, and the one thing that it is for. */
export interface CodeAttempt {
  readonly code: string;
  readonly scope: CodeScope;
  readonly from: NetworkHashes;
}

/** The result of comparing an entered code with stored ones. */
export interface Comparison {
  /** Whether a valid code with tries left was among them. */
  readonly isCompared: boolean;
  readonly isRight: boolean;
  /** The codes with the try counted, for a code that was wrong. */
  readonly tried: MailedCode[];
}

const CODE_FORM = new RegExp(`^\\d{${CODE_POLICY.digits}}$`);

/** Whether a text may be a code; any other is refused without counting a try. */
export const isCodeForm = (text: string): boolean => CODE_FORM.test(text);

const isFromElsewhere = ({ requestedFrom }: MailedCode, from: NetworkHashes): boolean => !from.includes(requestedFrom);

/** Whether another try of a code may be made from this network. */
const hasTries = (code: MailedCode, from: NetworkHashes): boolean =>
  code.tries < CODE_POLICY.maxTries &&
  (!isFromElsewhere(code, from) || code.triesFromElsewhere < CODE_POLICY.maxTriesFromElsewhere);

const tried = (code: MailedCode, from: NetworkHashes): MailedCode => ({
  ...code,
  tries: code.tries + 1,
  triesFromElsewhere: code.triesFromElsewhere + (isFromElsewhere(code, from) ? 1 : 0),
});

/** Compares an entered code with every valid one that has tries left; a wrong one costs each of them a try. */
export const compareCode = (
  codes: readonly MailedCode[],
  { code, scope, from }: CodeAttempt,
  pepper: VersionedSecret,
  nowMs: number,
): Comparison => {
  const isLookedAt = (one: MailedCode): boolean => isCodeAlive(one, nowMs) && hasTries(one, from);
  const matches = codes.filter(isLookedAt).map(({ codeHash }) => codeMatches(codeHash, code, scope, pepper));
  return {
    isCompared: matches.length > 0,
    isRight: matches.includes(true),
    tried: codes.map((one) => (isLookedAt(one) ? tried(one, from) : one)),
  };
};

/** Whether a valid code was hashed with a pepper that is newer than this one. */
export const isPepperOutdated = (codes: readonly MailedCode[], pepper: VersionedSecret, nowMs: number): boolean =>
  codes.some((code) => isCodeAlive(code, nowMs) && !isPepperKnown(code.codeHash, pepper));
