/** A whole number of kobo with at most 15 digits; undefined for any other text. */
export const wholeKobo = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);
