/** Regions that browsers name and that are no countries: groups of them, islands of others, places for tests. */
const NO_COUNTRIES = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let names: readonly string[] | undefined;

/** The names of all countries in English, as the browser knows them, in their order. */
export const countryNames = (): readonly string[] => {
  if (names) return names;
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const found = codes.map((code) => (NO_COUNTRIES.includes(code) ? undefined : named.of(code)));
  // Codes that were given up have the names of those that took their place.
  names = [...new Set(found.filter((name) => name !== undefined))].toSorted((one, other) =>
    one.localeCompare(other, 'en'),
  );
  return names;
};
