/** A part of a document, from top to bottom. Texts are data: nothing in them is interpreted. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Names with their values, side by side. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] };

/** A name with its value. */
export type Fact = readonly [name: string, value: string];

/** A column of a table. @property share its share of the width, relative to the other columns. */
export interface Column {
  readonly title: string;
  readonly share: number;
}

/** The metadata of a document, and the texts that are repeated on each page. */
export interface DocumentSettings {
  readonly title: string;
  /** BCP 47, such as `en-NG`. */
  readonly language: string;
  readonly madeAtMs: number;
  /** At the top of each page, on the left. */
  readonly header: string;
  /** At the foot of each page, left of its number. */
  readonly footer: string;
  /** Shown across every page and at its top, such as `Sandbox`: what readers must not miss. */
  readonly watermark?: string;
}
