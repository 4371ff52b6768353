import { fromSignInItem, passwordHashesOf, type SignIn } from '#shared/auth/accounts/sign-in';
import { pepperIdOfHash } from '#shared/auth/passwords/passwords';
import { unixSeconds } from '#shared/platform/clock';
import { type ScanEffects, scanTable } from './scan.ts';

const isAlive = (signIn: SignIn | undefined, nowSeconds: number): boolean =>
  signIn?.status === 'verified' || (signIn !== undefined && signIn.expiresAtSeconds > nowSeconds);

/**
 * Counts the stored passwords that were hashed with each pepper, by the name that the hashes carry. A pepper is needed
 * for as long as there is one. Codes are not counted, because they live for only ten minutes.
 *
 * @throws PasswordUnverifiable when a stored hash is malformed.
 */
export const countPeppers = async (
  unitsPerSecond: number,
  effects: ScanEffects,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  let passwords = 0;
  const settings = {
    filter: { attributes: ['passwordHash', 'waiting'] },
    unitsPerSecond,
    progress: () => `${passwords} passwords`,
  };
  await scanTable(settings, effects, async (item) => {
    const signIn = fromSignInItem(item);
    if (!isAlive(signIn, unixSeconds(effects.clock()))) return;
    for (const hash of passwordHashesOf(signIn)) {
      const pepperId = pepperIdOfHash(hash);
      counts.set(pepperId, (counts.get(pepperId) ?? 0) + 1);
      passwords++;
    }
  });
  return counts;
};
