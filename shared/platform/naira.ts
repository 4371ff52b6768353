/** An amount for people: `NGN 1,250.50`. */
export const naira = (amountKobo: number): string =>
  `NGN ${new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(amountKobo / 100)}`;
