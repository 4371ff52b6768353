/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A parameter, or the reference to one that several operations share. */
export interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly example?: Json;
}

/** The parts of an operation that the page reads. */
export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  /** Whether the renderer hides it. */
  readonly 'x-internal'?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: BodySchema; readonly example?: Json }>>;
  };
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

/** The parts of a request body's schema that the page reads. */
export interface BodySchema {
  readonly properties?: Readonly<
    Record<string, { readonly format?: string; readonly items?: { readonly format?: string } }>
  >;
}

/** The parts of the API document that the page reads. */
export interface ApiDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}
