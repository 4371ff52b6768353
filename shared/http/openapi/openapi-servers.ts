/** The address of an API; see the OpenAPI Specification 3.1.1, "Server Object". */
export interface Server {
  /** Without `/v1`. */
  readonly url: string;
  readonly description: string;
}

/** For a document that is the same for every stage: the host that serves it. */
export const SERVING_HOST: Server = { url: '/', description: 'The host that serves this document.' };

/** A document of the API at one address. Every key keeps its place. @param url without `/v1`. */
export const documentAt = <Document extends { readonly servers: readonly Server[] }>(
  document: Document,
  url: string,
): Document => ({ ...document, servers: [{ url, description: 'This API.' }] });
