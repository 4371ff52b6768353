import * as v from 'valibot';
import type { NetworkHashes } from '#shared/auth/caller-networks';
import { CODE_POLICY } from './codes.ts';

/** A mailed code as it is stored, whatever its purpose. */
export const mailedCodeSchema = v.object({
  codeHash: v.string(),
  sentAtMs: v.number(),
  expiresAtMs: v.number(),
  /** The keyed hash of the network that requested it. */
  requestedFrom: v.string(),
  /** Number of wrong codes that were compared with it. */
  tries: v.number(),
});

/** One mailed code. */
export type MailedCode = v.InferOutput<typeof mailedCodeSchema>;

/** Whether a code may still be entered, apart from its tries. */
export const isCodeAlive = ({ expiresAtMs }: Pick<MailedCode, 'expiresAtMs'>, nowMs: number): boolean =>
  nowMs < expiresAtMs;

/** The codes that have not expired. */
export const unexpiredCodes = (codes: readonly MailedCode[], nowMs: number): MailedCode[] =>
  codes.filter((code) => isCodeAlive(code, nowMs));

/** Adds a code. Mails overtake each other, so a newer code leaves earlier ones valid for their ten minutes. */
export const withCode = (
  codes: readonly MailedCode[],
  codeHash: string,
  [requestedFrom]: NetworkHashes,
  nowMs: number,
): MailedCode[] => [
  ...unexpiredCodes(codes, nowMs),
  {
    codeHash,
    requestedFrom,
    sentAtMs: nowMs,
    expiresAtMs: nowMs + CODE_POLICY.lifetimeSeconds * 1000,
    tries: 0,
  },
];
