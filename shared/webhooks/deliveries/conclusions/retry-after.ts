/** RFC 9110 section 5.6.7: the form to send, and the two obsolete forms that a recipient must still accept. */
const HTTP_DATE_FORMS = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads a `Retry-After` header, seconds or date (RFC 9110 section 10.2.3), as the milliseconds to wait from `nowMs`. A
 * date that has passed is 0. Any other text is undefined.
 */
export const retryAfterMs = (header: string, nowMs: number): number | undefined => {
  const text = header.trim();
  // Any number of digits is a number of seconds (RFC 9110's delay-seconds). The longest that is kept is still finite.
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE_FORMS.some((form) => form.test(text))) return undefined;
  // The third form names no zone; all three mean UTC.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};
