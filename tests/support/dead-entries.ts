import { type Node, parseSync, Visitor } from 'oxc-parser';

/** A source file as text. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** A module-level object that is `as const`. */
interface Table {
  readonly name: string;
  readonly file: string;
  readonly entries: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** How one file uses the names that it declares or imports, and the texts that it contains. */
interface FileUses {
  readonly file: string;
  readonly imported: ReadonlySet<string>;
  /** `TABLE.entry`, `TABLE['entry']` and `const { entry } = TABLE`, each as `TABLE.entry`. */
  readonly named: ReadonlySet<string>;
  /** Tables that are indexed by a value or whose type is used. */
  readonly keyed: ReadonlySet<string>;
  /** Names that are used as a value on their own, not as `TABLE.entry`. */
  readonly whole: ReadonlySet<string>;
  /** Texts and property names. */
  readonly quoted: readonly { readonly text: string; readonly start: number }[];
}

type Parsed = ReturnType<typeof parseSync>['program'];

const keyName = (key: Node): string | undefined => {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
};

const tablesIn = (file: string, { body }: Parsed): Table[] =>
  body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') return [];
    return declared.declarations.flatMap(({ id, init }) => {
      const constant = init?.type === 'TSSatisfiesExpression' ? init.expression : init;
      if (id.type !== 'Identifier' || constant?.type !== 'TSAsExpression') return [];
      const { expression, start, end } = constant;
      if (expression.type !== 'ObjectExpression') return [];
      const entries = expression.properties.flatMap((property) =>
        property.type === 'Property' && !property.computed ? [keyName(property.key)] : [],
      );
      return [{ name: id.name, file, entries: entries.filter((entry) => entry !== undefined), start, end }];
    });
  });

const usesIn = (file: string, program: Parsed): FileUses => {
  const imported = new Set<string>();
  const named = new Set<string>();
  const keyed = new Set<string>();
  const quoted: { text: string; start: number }[] = [];
  const identifiers: { name: string; start: number }[] = [];
  /** Places where an identifier does not use a table as a whole. */
  const accounted = new Set<number>();
  new Visitor({
    ImportSpecifier: ({ local, imported: { start } }) => {
      imported.add(local.name);
      accounted.add(local.start).add(start);
    },
    VariableDeclarator: ({ id, init }) => {
      accounted.add(id.start);
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return;
      const taken = id.properties.map((property) => (property.type === 'Property' ? keyName(property.key) : undefined));
      if (taken.includes(undefined)) return;
      for (const entry of taken) named.add(`${init.name}.${entry}`);
      accounted.add(init.start);
    },
    MemberExpression: ({ object, property, computed }) => {
      if (!computed) accounted.add(property.start);
      if (object.type !== 'Identifier') return;
      accounted.add(object.start);
      if (!computed || property.type === 'Literal') named.add(`${object.name}.${keyName(property)}`);
      else keyed.add(object.name);
    },
    Property: ({ key, computed, shorthand }) => {
      if (computed) return;
      const name = keyName(key);
      if (name !== undefined) quoted.push({ text: name, start: key.start });
      if (!shorthand) accounted.add(key.start);
    },
    TSTypeQuery: ({ exprName }) => {
      if (exprName.type === 'Identifier') keyed.add(exprName.name);
      accounted.add(exprName.start);
    },
    Identifier: ({ name, start }) => identifiers.push({ name, start }),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') quoted.push({ text: value, start });
    },
    TemplateLiteral: ({ quasis: [only, ...more], start }) => {
      if (only && more.length === 0) quoted.push({ text: only.value.raw, start });
    },
  }).visit(program);
  const whole = new Set(identifiers.flatMap(({ name, start }) => (accounted.has(start) ? [] : [name])));
  return { file, imported, named, keyed, whole, quoted };
};

/**
 * The dead entries of tables, which are the module-level objects that are `as const`. An entry is in use if code names
 * it as `TABLE.entry` or in a pattern. If a table is indexed by a value, or its keys are used as a type, its entries
 * are also in use if their keys occur as texts or property names. Tables that are used as a whole (iterated, spread,
 * passed on) are left out, because all of their entries are in use.
 *
 * @param notUses by the name of a table, the files in which naming an entry does not count as a use.
 * @returns the names of the tables that were checked, and the dead entries as `file: TABLE.entry`.
 */
export const deadEntries = (
  sources: readonly SourceText[],
  notUses: Readonly<Record<string, RegExp>>,
): { checked: string[]; dead: string[] } => {
  const parsed = sources.map(({ file, text }) => ({ file, program: parseSync(file, text).program }));
  const uses = parsed.map(({ file, program }) => usesIn(file, program));
  const quotes = new Map<string, { file: string; start: number }[]>();
  for (const { file, quoted } of uses)
    for (const { text, start } of quoted) {
      const places = quotes.get(text);
      if (places) places.push({ file, start });
      else quotes.set(text, [{ file, start }]);
    }

  const results = parsed
    .flatMap(({ file, program }) => tablesIn(file, program))
    .flatMap((table) => {
      const users = uses.filter(({ file, imported }) => file === table.file || imported.has(table.name));
      if (users.some(({ whole }) => whole.has(table.name))) return [];
      const counts = (file: string): boolean => !notUses[table.name]?.test(file);
      const isKeyed = users.some(({ keyed }) => keyed.has(table.name));
      const isQuoted = (entry: string): boolean =>
        (quotes.get(entry) ?? []).some(
          ({ file, start }) => counts(file) && (file !== table.file || start < table.start || start > table.end),
        );
      const isNamed = (entry: string): boolean =>
        users.some(({ file, named }) => counts(file) && named.has(`${table.name}.${entry}`));
      const dead = table.entries.filter((entry) => !isNamed(entry) && !(isKeyed && isQuoted(entry)));
      return [{ name: table.name, dead: dead.map((entry) => `${table.file}: ${table.name}.${entry}`) }];
    });
  return { checked: results.map(({ name }) => name), dead: results.flatMap(({ dead }) => dead) };
};
