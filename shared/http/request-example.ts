/**
 * A successful request with its response, as documents and samples show it. Texts may hold placeholders such as
 * `<WIDGET_ID>`. Whoever sends the request replaces them by existing values; documents replace them by sample values.
 */
export interface RequestExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Besides those that the contract implies: credential, content type, idempotency key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body, or the fields of a form or of a multipart body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The files of a multipart body by their names, as texts. */
  readonly files?: Readonly<Record<string, { readonly filename: string; readonly content: string }>>;
  /** The body of the response: an object if it is JSON, the beginning of the page if it is one. */
  readonly response?: Readonly<Record<string, unknown>> | string;
  /** The same response as CSV, if the contract has that. */
  readonly csv?: string;
}

/** Examples by the names of their contracts. */
export type RequestExamples = Readonly<Record<string, RequestExample>>;

const PLACEHOLDER = /<([A-Z][A-Z_]*)>/g;

/** The placeholders of a text, each once. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)),
];

/** Replaces the placeholders of a text by values. A placeholder without a value stays. */
export const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder);
