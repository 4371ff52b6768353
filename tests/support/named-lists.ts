import { expect } from 'vitest';
import { apiKeyFor, type SignedInAccount } from './accounts.ts';

/** The names that {@link expectPagesOfFive} expects, newest first. */
export const FIVE_NAMES = ['Five', 'Four', 'Three', 'Two', 'One'] as const;

/** The names that a caller's list shows, and its pagination. */
type ListNames<Caller> = (
  caller: Caller,
  query?: Record<string, string>,
) => Promise<{ readonly names: readonly string[]; readonly pagination: Record<string, unknown> }>;

/** Expects a list of exactly {@link FIVE_NAMES}, whole and in pages. */
export const expectPagesOfFive = async <Caller>(list: ListNames<Caller>, caller: Caller): Promise<void> => {
  const whole = await list(caller);
  expect(whole.names).toStrictEqual(FIVE_NAMES);
  expect(whole.pagination).toStrictEqual({
    page: 1,
    limit: 20,
    total: 5,
    totalPages: 1,
    hasNext: false,
    hasPrev: false,
  });
  const second = await list(caller, { page: '2', limit: '2' });
  expect(second.names).toStrictEqual(['Three', 'Two']);
  expect(second.pagination).toMatchObject({ total: 5, totalPages: 3, hasNext: true, hasPrev: true });
  expect((await list(caller, { page: '9', limit: '2' })).names).toStrictEqual([]);
};

/**
 * Expects a list to show `Live` to sessions and live keys, and `Sandbox` to sandbox keys. The account must have one
 * item of each.
 */
export const expectOwnEnvironment = async (
  list: ListNames<Pick<SignedInAccount, 'headers'>>,
  account: SignedInAccount,
): Promise<void> => {
  expect((await list(account)).names).toStrictEqual(['Live']);
  expect((await list(await apiKeyFor(account, 'live'))).names).toStrictEqual(['Live']);
  expect((await list(await apiKeyFor(account, 'sandbox'))).names).toStrictEqual(['Sandbox']);
};
