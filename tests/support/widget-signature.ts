import { signatureHeader } from '#shared/signatures/signature';

/** What the signature of a widget's host covers. */
export interface SignedRequest {
  readonly method: string;
  /** From `/v1` on. */
  readonly path: string;
  /** The exact text that is sent. */
  readonly body: string;
}

/** The `X-Widget-Signature` header of a call, as the host of a widget makes it. */
export const widgetSignature = ({ method, path, body }: SignedRequest, secret: string, seconds: number): string =>
  signatureHeader(`${method} ${path}.${body}`, secret, seconds);
