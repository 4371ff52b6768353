import { onOneLine, undirected } from './one-line.ts';

const SCHEME = /:\/\//g;
const AT = /(?<=\S)@(?=\S)/g;
/** A dot before the beginning of a word, as in every host name. */
const DOT = /(?<=[\p{L}\p{N}_-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu;

/**
 * A stranger's text in which no mail program finds an address to make a link of: `evil[.]example`. Dots between digits
 * stay, as in `1.5`.
 */
export const unlinked = (text: string): string =>
  text
    .replace(SCHEME, '[:]//')
    .replace(AT, '[at]')
    .replace(DOT, (dot, at: number, whole: string) =>
      /\d/.test(whole[at - 1] ?? '') && /\d/.test(whole[at + 1] ?? '') ? dot : '[.]',
    );

/** A stranger's text on one line and without links. */
export const unlinkedLine = (text: string): string => unlinked(onOneLine(text));

/** A stranger's text as a quotation, so that none of it can be read as ours. */
export const quoted = (text: string): readonly string[] =>
  undirected(text)
    .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`);
