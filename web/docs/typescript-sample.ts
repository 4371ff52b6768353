import type { ApiDocument, BodySchema, Json, Operation, Parameter } from './document.ts';
import { literal, textLiteral } from './literal.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

/** An operation and its address. */
interface Place {
  readonly document: ApiDocument;
  /** With `{parameters}`. */
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: Operation;
}

const resolved = ({ components }: ApiDocument, parameter: Parameter): Parameter =>
  components.parameters?.[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;

const addressOf = ({ document, path, operation }: Place): string => {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter));
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (address, { name = '', example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))),
      path,
    );
  const query = parameters.flatMap(({ in: place, name = '', required, example }) =>
    place === 'query' && required && example !== undefined ? [[name, String(example)]] : [],
  );
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
  return `${document.servers[0]?.url.replace(/\/$/, '') ?? ''}${filled}${search}`;
};

const isFile = (schema: BodySchema | undefined, name: string): boolean => {
  const property = schema?.properties?.[name];
  return (property?.format ?? property?.items?.format) === 'binary';
};

/** The lines that fill a form. Files are read from the disk. */
const formLines = (example: Json, schema: BodySchema | undefined): readonly string[] =>
  Object.entries(example ?? {}).map(([name, value]) =>
    isFile(schema, name)
      ? `form.append(${textLiteral(name)}, await openAsBlob('document.pdf'), 'document.pdf');`
      : `form.append(${textLiteral(name)}, ${textLiteral(String(value))});`,
  );

const needsKey = ({ security = [] }: Operation): boolean => security.some((scheme) => 'secretKey' in scheme);

const needsToken = ({ security = [] }: Operation): boolean => security.some((scheme) => 'accessToken' in scheme);

const isIdempotent = ({ document, operation }: Place): boolean =>
  (operation.parameters ?? []).some((parameter) => resolved(document, parameter).name === 'Idempotency-Key');

/** The credential, from an environment variable. */
const authorization = (variable: string): string => `Authorization: \`Bearer \${process.env.${variable}}\`,`;

const headerLines = (place: Place, contentType: string | undefined): readonly string[] => [
  ...(needsKey(place.operation) ? [authorization('KYB_API_KEY')] : []),
  ...(!needsKey(place.operation) && needsToken(place.operation) ? [authorization('KYB_ACCESS_TOKEN')] : []),
  ...(contentType === JSON_TYPE ? ["'Content-Type': 'application/json',"] : []),
  ...(isIdempotent(place) ? ["'Idempotency-Key': crypto.randomUUID(),"] : []),
];

const isJson = ({ responses = {} }: Operation): boolean =>
  Object.entries(responses).some(([status, { content = {} }]) => status.startsWith('2') && JSON_TYPE in content);

/**
 * The sample of an operation in TypeScript, made from the example of its request. It runs unchanged on Node.js 20 or
 * newer.
 */
export const typescriptSample = (place: Place): string => {
  const content = place.operation.requestBody?.content ?? {};
  const contentType = [JSON_TYPE, FORM_TYPE].find((type) => type in content);
  const { example = null, schema } = content[contentType ?? ''] ?? {};
  const isForm = contentType === FORM_TYPE;
  const headers = headerLines(place, contentType);
  const options = [
    ...(place.method === 'get' ? [] : [`method: ${textLiteral(place.method.toUpperCase())},`]),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((line) => `  ${line}`), '},']),
    ...(contentType === JSON_TYPE ? [`body: JSON.stringify(${literal(example, 2)}),`] : []),
    ...(isForm ? ['body: form,'] : []),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line}`).join('\n')}\n}`;
  return [
    ...(isForm
      ? ["import { openAsBlob } from 'node:fs';", '', 'const form = new FormData();', ...formLines(example, schema), '']
      : []),
    `const response = await fetch(${textLiteral(addressOf(place))}${given});`,
    'if (!response.ok) {',
    "  throw new Error(response.status + ' ' + response.headers.get('X-Error-Code'));",
    '}',
    `const result = await response.${isJson(place.operation) ? 'json' : 'text'}();`,
  ].join('\n');
};
