/** Maximum bytes of a response body. A compressed or binary body counts as the base64 in which it is sent. */
export const MAX_RESULT_BYTES = 5_000_000;
