import { UserError } from '#scripts/local-cloud/user-error';

const BLOCK = /<!-- bench:([a-z-]+):(\d+) -->\n[\s\S]*?<!-- end -->/g;

/**
 * Puts the tables of a benchmark into a page, each between its marks: `<!-- bench:lists:1 -->` and `<!-- end -->` for
 * the first one of `lists`.
 *
 * @param tables each with its title and its notes, as Markdown.
 * @throws UserError when the page has no place for one of them, or a place for a table that does not exist.
 */
export const documented = (page: string, benchmark: string, tables: readonly string[]): string => {
  const places = new Set<string>();
  const filled = page.replace(BLOCK, (block, name: string, number: string) => {
    if (name !== benchmark) return block;
    places.add(number);
    const table = tables[Number(number) - 1];
    if (table === undefined)
      throw new UserError(`The page has a place for table ${number} of ${benchmark}, which has none.`);
    return `<!-- bench:${name}:${number} -->\n\n${table}\n\n<!-- end -->`;
  });
  const missing = tables.findIndex((_, index) => !places.has(String(index + 1)));
  if (missing !== -1) throw new UserError(`The page has no place for table ${missing + 1} of ${benchmark}.`);
  return filled;
};
