/**
 * A number with its thousands separated: `1,250,000`. `Intl` and `toLocaleString` would load Node's data of languages,
 * which costs a cold start 9 ms.
 *
 * @param number with at most two decimals.
 */
export const grouped = (number: number | string): string => String(number).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');
