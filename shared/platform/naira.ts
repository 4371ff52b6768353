import { grouped } from './grouped.ts';

/** An amount for people: `NGN 1,250.50`. */
export const naira = (amountKobo: number): string => `NGN ${grouped((amountKobo / 100).toFixed(2))}`;
