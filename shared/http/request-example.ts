/**
 * A request that succeeds, with its response, as documents and samples show it. Texts may hold placeholders such as `<WIDGET_ID>`: whoever
 * sends the request puts in what exists there, documents put in what such a value looks like.
 */
export interface RequestExample {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Beside those that the contract implies: credential, content type, idempotency key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent as JSON, or the fields of a form. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The body of the response, where that is JSON. */
  readonly response?: Readonly<Record<string, unknown>>;
}

/** Examples by the names of their contracts. */
export type RequestExamples = Readonly<Record<string, RequestExample>>;

const PLACEHOLDER = /<([A-Z][A-Z_]*)>/g;

/** The placeholders of a text, each once. */
export const placeholdersIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)),
];

/** The text with values in the place of its placeholders; one without a value stays. */
export const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder);
