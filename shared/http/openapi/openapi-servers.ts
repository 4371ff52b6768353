/** The address of an API; see the OpenAPI Specification 3.1.1, "Server Object". */
export interface Server {
  /** Without `/v1`. */
  readonly url: string;
  readonly description: string;
}

/** For a document that is the same for every stage: the host that serves it. */
export const SERVING_HOST: Server = { url: '/', description: 'The host that serves this document.' };

/** The stage that a document describes. */
export interface Deployment {
  /** The address of its API, without `/v1`. */
  readonly url: string;
  /** The address that integrators write to for help. */
  readonly supportEmail: string;
}

/** The API document of one stage. Every key keeps its place. */
export const documentAt = <Document extends { readonly info: object; readonly servers: readonly Server[] }>(
  document: Document,
  { url, supportEmail }: Deployment,
): Document => ({
  ...document,
  info: { ...document.info, contact: { name: 'Support', email: supportEmail } },
  servers: [{ url, description: 'This API.' }],
});
