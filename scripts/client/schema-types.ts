/** A JSON Schema of the API document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords that do not change the type of a schema: those for people, and bounds that the service checks. */
const WITHOUT_TYPE = new Set(
  'description examples example default format pattern minLength maxLength minimum maximum minItems maxItems uniqueItems maxProperties discriminator'.split(
    ' ',
  ),
);

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

/** The name of a referenced component. */
export const nameOf = (reference: unknown): string => String(reference).split('/').at(-1) ?? '';

/** A comment for editors, indented; empty without a text. */
export const docComment = (text: unknown, indent = ''): string => {
  if (typeof text !== 'string' || text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
};

/** Joins types to a union. A union of a single type is that type. */
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const membersOf = (schema: Schema, indent: string): string => {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).map(([name, member]) => {
    const key = isIdentifier(name) ? name : JSON.stringify(name);
    const type = schemaType(member, `${indent}  `);
    return `${docComment(member['description'], `${indent}  `)}${indent}  ${key}${required.has(name) ? '' : '?'}: ${type};\n`;
  });
  const others = schema['additionalProperties'] === true ? `${indent}  [name: string]: unknown;\n` : '';
  return members.length === 0 && others === '' ? '{}' : `{\n${members.join('')}${others}${indent}}`;
};

/** An object without named members: a record of its values. A key from a closed list may be missing. */
const recordType = (schema: Schema, indent: string): string => {
  const { propertyNames: names, additionalProperties: values } = schema as { propertyNames?: Schema } & Schema;
  const value = typeof values === 'object' && values !== null ? schemaType(values as Schema, indent) : 'unknown';
  if (names?.['$ref'] === undefined) return `Record<string, ${value}>`;
  return `Partial<Record<${nameOf(names['$ref'])}, ${value}>>`;
};

const objectType = (schema: Schema, indent: string): string =>
  schema['properties'] ? membersOf(schema, indent) : recordType(schema, indent);

const arrayType = (schema: Schema, indent: string): string => {
  const items = schemaType((schema['items'] ?? {}) as Schema, indent);
  return items.includes('|') || items.includes('&') ? `(${items})[]` : `${items}[]`;
};

const typed = (type: string, schema: Schema, indent: string): string => {
  if (type === 'object') return objectType(schema, indent);
  if (type === 'array') return arrayType(schema, indent);
  if (schema['contentMediaType'] === 'application/octet-stream') return 'Upload';
  const primitive = PRIMITIVES[type];
  if (primitive === undefined) throw new TypeError(`A schema has the unknown type ${type}`);
  return primitive;
};

/** Whether a schema says nothing about the type of its value. */
const isAnything = (schema: Schema): boolean => Object.keys(schema).every((keyword) => WITHOUT_TYPE.has(keyword));

/**
 * A schema as a TypeScript type, whose members carry their descriptions. It supports the keywords that the API document
 * uses.
 *
 * @param indent of the line that the type begins on.
 * @throws TypeError for a schema with another keyword.
 */
export const schemaType = (schema: Schema, indent = ''): string => {
  const { $ref, allOf, oneOf, anyOf, const: constant, enum: values, type, ...rest } = schema;
  const options = (oneOf ?? anyOf) as readonly Schema[] | undefined;
  if (Array.isArray(allOf)) {
    const parts = allOf.map((part: Schema) => schemaType(part, indent));
    return [typed(String(type), schema, indent), ...parts].join(' & ');
  }
  if ($ref !== undefined) return nameOf($ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  if (options) return union(options.map((option) => schemaType(option, indent)));
  if (Array.isArray(type)) return union(type.map((one: string) => typed(one, schema, indent)));
  if (typeof type === 'string') return typed(type, schema, indent);
  if (isAnything(rest)) return 'unknown';
  throw new TypeError(`A schema has no type that can be written: ${JSON.stringify(schema).slice(0, 200)}`);
};

/** A named type with its description: an interface if it only has members. */
export const namedType = (name: string, schema: Schema): string => {
  const isObject = schema['type'] === 'object' && schema['properties'] !== undefined && !schema['allOf'];
  const doc = docComment(schema['description']);
  const type = schemaType(schema);
  return isObject ? `${doc}export interface ${name} ${type}\n` : `${doc}export type ${name} = ${type};\n`;
};
