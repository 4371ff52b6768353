/** A cell of a CSV file: a text, a number, a number in the spelling to write, or nothing. */
export type CsvCell = string | number | null | { readonly number: string };

/** The beginning of a cell that a spreadsheet may run as a formula. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * What makes a cell need quotes: the characters of RFC 4180, section 2, rules 5 to 7, and spaces at its ends, which
 * some readers drop.
 */
const QUOTED = /[",\r\n]|^\s|\s$/;

const cellText = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.number;
  const inert = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/**
 * One line of a CSV file (RFC 4180), with its CRLF. A text that a spreadsheet might run as a formula gets an apostrophe
 * in front; numbers stay numbers.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;
