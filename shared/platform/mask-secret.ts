/**
 * Masks a secret for lists and replayed responses: its prefix up to the last underscore, and its last four characters.
 */
export const maskSecret = (secret: string): string =>
  `${secret.slice(0, secret.lastIndexOf('_') + 1)}****${secret.slice(-4)}`;
