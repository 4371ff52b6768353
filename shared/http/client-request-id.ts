/**
 * The form of request ids that callers make: UUIDs, ULIDs, hexadecimal numbers, `Root=1-…`. Every credential of ours has
 * an underscore or a dot, and a telephone, account or identity number has no letter, so none of them is logged by mistake.
 */
const CLIENT_REQUEST_ID = /^(?=.*[A-Za-z])[A-Za-z0-9=+/:-]{1,128}$/;

/**
 * The `X-Request-Id` that the caller sent, as a field of log lines, so that either side finds the request by its own id.
 * Empty for any other text. It never becomes the id of the request: a caller could repeat it, or choose another's.
 */
export const clientRequestIdIn = (
  headers: Readonly<Record<string, string | undefined>>,
): { readonly clientRequestId?: string } => {
  const sent = headers['x-request-id'];
  return sent !== undefined && CLIENT_REQUEST_ID.test(sent) ? { clientRequestId: sent } : {};
};
