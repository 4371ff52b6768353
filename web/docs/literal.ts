import type { Json } from './document.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A text as a literal of TypeScript, in single quotes. */
export const textLiteral = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** A value as a literal of TypeScript. @param indent spaces before its lines, except the first. */
export const literal = (value: Json, indent = 0): string => {
  if (typeof value === 'string') return textLiteral(value);
  if (value === null || typeof value !== 'object') return String(value);
  const inner = indent + 2;
  const entries = isList(value)
    ? value.map((entry) => literal(entry, inner))
    : Object.entries(value).map(
        ([name, entry]) => `${IDENTIFIER.test(name) ? name : textLiteral(name)}: ${literal(entry, inner)}`,
      );
  const [open, close] = isList(value) ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  const lines = entries.map((entry) => `${' '.repeat(inner)}${entry},\n`);
  return `${open}\n${lines.join('')}${' '.repeat(indent)}${close}`;
};
