import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '#client/src/resources';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { ERROR_DETAILS } from '#shared/errors/error-details';
import type { ErrorCode } from '#shared/errors/errors';
import { takesJson, takesMultipart } from '#shared/http/body';
import type { Contract } from '#shared/http/contract';
import { declaredErrors } from '#shared/http/declared-errors';
import { cliRecordsSource } from './cli-records.ts';
import { componentSchemas, type PublishedOperation, publishedOperations } from './published.ts';
import { docComment, namedType, type Schema, schemaType } from './schema-types.ts';
import {
  answeredTypes,
  answerSchemas,
  bodySchema,
  entriesOf,
  isOptional,
  parametersIn,
  querySchema,
  referenced,
} from './shapes.ts';

const HEAD = '// Generated from the contracts of the API: `npm run client` updates it.\n';

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const typeName = ({ operation }: PublishedOperation, suffix: 'Body' | 'Query' | 'Response'): string =>
  `${capitalised(operation.operationId)}${suffix}`;

/** Whether an operation only returns texts. */
const isText = (published: PublishedOperation): boolean => !answeredTypes(published).includes('application/json');

/** The media types that may be requested from an operation instead of JSON. */
const representationsOf = (published: PublishedOperation): readonly string[] =>
  isText(published) ? [] : answeredTypes(published).filter((type) => type !== 'application/json');

/** The types of an operation's query, body and result. */
const operationTypes = (published: PublishedOperation): string => {
  const query = querySchema(published);
  const body = bodySchema(published);
  const [answer] = answerSchemas(published);
  const { summary } = published.operation;
  return [
    query && namedType(typeName(published, 'Query'), { ...query, description: `${summary}: its query.` }),
    body && namedType(typeName(published, 'Body'), { ...body, description: `${summary}: its body.` }),
    answer && namedType(typeName(published, 'Response'), { ...answer, description: `${summary}: its response.` }),
  ]
    .filter((type) => type !== undefined)
    .join('\n');
};

const detailsType = (code: ErrorCode, components: Readonly<Record<string, Schema>>): string => {
  const [found] = Object.values(components).flatMap((component) => {
    const members = component['properties'] as Readonly<Record<string, Schema>> | undefined;
    const isOfCode = members && Object.values(members).some((member) => member['const'] === code);
    const details = members?.['details'] ?? members?.['data'];
    return isOfCode && details ? [details] : [];
  });
  if (found) return `${schemaType(found, '  ')} | undefined`;
  return code in ERROR_DETAILS ? 'Problem[] | undefined' : 'undefined';
};

const errorTypes = (published: readonly PublishedOperation[], components: Readonly<Record<string, Schema>>): string => {
  const codes = [...new Set(published.flatMap(({ contract }) => declaredErrors(contract)))].sort();
  const members = codes.map((code) => `  ${code}: ${detailsType(code, components)};\n`);
  return `/** Every code of an error of the API, and its \`details\`. */\nexport interface ErrorDetails {\n${members.join('')}}\n`;
};

/** The names of components, each written once; the document has no other way of naming a type. */
const checkNames = (names: readonly string[]): void => {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new TypeError(`Types of the client have the same name: ${twice.join(', ')}`);
};

const typesSource = (published: readonly PublishedOperation[]): string => {
  const components = componentSchemas();
  const schemas = published.flatMap((one) => [querySchema(one), bodySchema(one), ...answerSchemas(one)]);
  const roots = { $ref: '#/components/schemas/WebhookEvent' };
  const problem = { $ref: '#/components/schemas/Problem' };
  const used = [...referenced([...schemas, roots, problem])].sort();
  const operations = published.map(operationTypes);
  const named = operations.flatMap((text) => Array.from(text.matchAll(/^export \w+ (\w+)/gm), ([, name = '']) => name));
  checkNames([...used, ...named, 'ErrorDetails', 'Upload']);
  return [
    `${HEAD}import type { Upload } from './uploads.ts';\n`,
    ...used.map((name) => namedType(name, components[name] ?? {})),
    ...operations,
    errorTypes(published, components),
  ].join('\n');
};

/** The name of an `id` argument, by the segment before it: `/widgets/{id}` gives `widgetId`. */
const argumentName = (route: string, name: string): string => {
  if (name !== 'id') return name;
  const [, before = ''] = /([\w-]+)\/\{id\}/.exec(route) ?? [];
  return `${before.replace(/ies$/, 'y').replace(/s$/, '')}Id`;
};

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
}

const argumentsOf = (published: PublishedOperation): readonly Argument[] => {
  const query = querySchema(published);
  const body = bodySchema(published);
  const path = parametersIn(published, 'path').map(({ name, description }) => ({
    name: argumentName(published.contract.route, name),
    type: 'string',
    ...(description !== undefined && { description }),
  }));
  const bodyName = body && isOptional(body) ? 'body?' : 'body';
  const queryName = query && isOptional(query) ? 'query?' : 'query';
  return [
    ...path,
    ...(body ? [{ name: bodyName, type: typeName(published, 'Body') }] : []),
    ...(query ? [{ name: queryName, type: typeName(published, 'Query') }] : []),
  ];
};

const methodDoc = (published: PublishedOperation, args: readonly Argument[]): string => {
  const { summary, description } = published.operation;
  const codes = declaredErrors(published.contract);
  return docComment(
    [
      `${summary}: \`${published.contract.method} ${published.contract.route}\``,
      ...(description === undefined ? [] : ['', description]),
      '',
      ...args.flatMap((argument) =>
        argument.description === undefined ? [] : [`@param ${argument.name} ${argument.description}`],
      ),
      `@throws KybError: ${codes.join(', ')}`,
    ].join('\n'),
    '  ',
  );
};

const resultType = (published: PublishedOperation): string => {
  if (isText(published)) return 'ApiPromise<string>';
  const result = typeName(published, 'Response');
  const entries = entriesOf(published);
  return entries ? `PagePromise<${result}, ${schemaType(entries.schema)}>` : `ApiPromise<${result}>`;
};

/** A method: one signature for JSON, and one for each other media type that may be requested. */
const methodOf = (verb: string, published: PublishedOperation): string => {
  const args = argumentsOf(published);
  const doc = methodDoc(published, args);
  const signature = (options: string, result: string): string => {
    const named = args.map(({ name, type }) => `${name}: ${type}`);
    return `${doc}  ${verb}(${[...named, options].join(', ')}): ${result};\n`;
  };
  const others = representationsOf(published).map((type) =>
    signature(`options: RequestOptions & { accept: '${type}' }`, 'ApiPromise<Blob>'),
  );
  return [...others, signature('options?: RequestOptions', resultType(published))].join('');
};

const published = (all: ReadonlyMap<string, PublishedOperation>, operationId: string): PublishedOperation => {
  const found = all.get(operationId);
  if (!found) throw new TypeError(`client/src/resources.ts names ${operationId}, which the client cannot have`);
  return found;
};

const methodsSource = (all: ReadonlyMap<string, PublishedOperation>): string => {
  const interfaces = Object.entries(RESOURCES).map(([resource, verbs]) => {
    const methods = Object.entries(verbs).map(([verb, id]) => methodOf(verb, published(all, id)));
    return `export interface ${capitalised(resource)}Resource {\n${methods.join('\n')}}\n`;
  });
  const members = Object.keys(RESOURCES).map((name) => `  readonly ${name}: ${capitalised(name)}Resource;\n`);
  const body = [
    ...interfaces,
    `/** Every resource of the API. */\nexport interface Resources {\n${members.join('')}}\n`,
  ].join('\n');
  const words = new Set(body.replaceAll(/\/\*\*.*?\*\//gs, '').match(/\w+/g));
  const types = Array.from(typesSource([...all.values()]).matchAll(/^export \w+ (\w+)/gm), ([, name = '']) => name);
  const imported = types.filter((name) => words.has(name)).sort();
  return [
    `${HEAD}import type {\n${imported.map((name) => `  ${name},\n`).join('')}} from './api-types.ts';`,
    "import type { ApiPromise, PagePromise } from './promises.ts';",
    "import type { RequestOptions } from './request.ts';\n",
    body,
  ].join('\n');
};

const bodyKind = ({ consumes }: Contract): string => {
  if (!takesMultipart(consumes)) return 'json';
  return takesJson(consumes) ? 'json-or-multipart' : 'multipart';
};

/** The data that the client needs to call an operation. */
const operationData = (one: PublishedOperation): Readonly<Record<string, unknown>> => {
  const { contract, isForAccounts } = one;
  const entries = entriesOf(one);
  return {
    method: contract.method,
    path: contract.route,
    ...(isForAccounts && { isForAccounts }),
    ...(bodySchema(one) && { body: bodyKind(contract) }),
    ...(querySchema(one) && { hasQuery: true }),
    ...(contract.idempotent && { takesKey: true }),
    ...(entries && { entries: entries.path }),
    ...(isText(one) && { isText: true }),
  };
};

const operationsSource = (all: ReadonlyMap<string, PublishedOperation>): string => {
  const { version } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')) as { version: string };
  const rows = [...all].map(([id, one]) => `  ${id}: ${JSON.stringify(operationData(one))},\n`);
  return `${HEAD}import type { Operation } from './operation.ts';

/** The version of this package. */
export const VERSION = ${JSON.stringify(version)};

/** Every operation of the API that the client calls. */
export const OPERATIONS = {
${rows.join('')}} as const satisfies Readonly<Record<string, Operation>>;
`;
};

/** The generated sources of the client, by their paths in the project. */
export const clientSources = (): Readonly<Record<string, string>> => {
  const all = publishedOperations();
  return {
    'client/src/api-types.ts': typesSource([...all.values()]),
    'client/src/api-methods.ts': methodsSource(all),
    'client/src/api-operations.ts': operationsSource(all),
    'client/src/cli/api-records.ts': cliRecordsSource(HEAD, all),
  };
};
