import { signatureHeader } from '#shared/signatures/signature';

/** What a signature of a widget's host covers. */
export interface SignedRequest {
  readonly method: string;
  /** From `/v1` on. */
  readonly path: string;
  /** The exact text that is sent. */
  readonly body: string;
}

/** The `X-Widget-Signature` of a call, as a widget's host makes it. */
export const widgetSignature = ({ method, path, body }: SignedRequest, secret: string, seconds: number): string =>
  signatureHeader(`${method} ${path}.${body}`, secret, seconds);
