/** A secret as lists and repeated answers show it: its prefix up to the underscore, and its last four characters. */
export const maskSecret = (secret: string): string =>
  `${secret.slice(0, secret.indexOf('_') + 1)}****${secret.slice(-4)}`;
