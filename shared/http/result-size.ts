/** Maximum bytes of a response body; a compressed or binary body is sent as base64, which counts. */
export const MAX_RESULT_BYTES = 5_000_000;
