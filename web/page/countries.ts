/** Regions that browsers name but that are no countries: groups, dependent islands, test values. */
const NO_COUNTRIES = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let names: readonly string[] | undefined;

/** The English names of all countries, as the browser has them, sorted. */
export const countryNames = (): readonly string[] => {
  if (names) return names;
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const found = codes.map((code) => (NO_COUNTRIES.includes(code) ? undefined : named.of(code)));
  // Withdrawn codes have the names of their successors.
  names = [...new Set(found.filter((name) => name !== undefined))].toSorted((one, other) =>
    one.localeCompare(other, 'en'),
  );
  return names;
};
