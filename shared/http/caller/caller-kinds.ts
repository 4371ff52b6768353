import type { CallerKind } from '#shared/http/contract';

const OF_ACCOUNT = ['account', 'session', 'admin'] as const satisfies readonly CallerKind[];

/** The kinds of caller who act for an account. */
export type AccountKind = (typeof OF_ACCOUNT)[number];

/** Whether a kind of caller acts for an account. */
export const isAccountKind = (caller: CallerKind | undefined): caller is AccountKind =>
  OF_ACCOUNT.some((kind) => kind === caller);
