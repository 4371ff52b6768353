import { type JourneyStep, journey } from './journey.ts';
import { type CollectedRequest, collectedRequests, sampleOf, variablesIn } from './requests.ts';

const BOUNDARY = 'boundary-of-the-form';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
} as const;

const multipartOf = ({ body = {}, files }: CollectedRequest): string => {
  const fields = Object.entries(body).map(([name, value]) => `name="${name}"\n\n${textOf(value)}`);
  const sent = Object.entries(files).map(
    ([name, { filename, content }]) =>
      `name="${name}"; filename="${filename}"\nContent-Type: application/octet-stream\n\n${content.trimEnd()}`,
  );
  const parts = [...fields, ...sent].map((part) => `--${BOUNDARY}\nContent-Disposition: form-data; ${part}\n`);
  return `${parts.join('')}--${BOUNDARY}--`;
};

const bodyOf = (request: CollectedRequest): string | undefined => {
  const { body, sentAs } = request;
  if (sentAs === 'multipart') return multipartOf(request);
  if (body === undefined) return undefined;
  if (sentAs === 'json') return JSON.stringify(body, null, 2);
  return Object.entries(body)
    .map(([name, value]) => `${name}=${textOf(value)}`)
    .join('&');
};

const requestText = (request: CollectedRequest): string => {
  const { method, route, path, query, headers, credential, sentAs } = request;
  const filled = route.replaceAll(/\{([^}+]+)\+?\}/g, (_, name: string) => path[name] ?? '');
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const body = bodyOf(request);
  const sent = {
    ...(credential && { Authorization: `Bearer {{${credential}}}` }),
    ...(body !== undefined && { 'Content-Type': CONTENT_TYPES[sentAs] }),
    ...headers,
  };
  return [
    `${method} {{apiUrl}}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ].join('\n');
};

const declared = (variables: readonly string[]): string =>
  variables.map((name) => `@${name} = ${sampleOf(name)}`).join('\n');

const fileOf = (variables: readonly string[], requests: readonly string[]): string =>
  `${[declared(variables), ...requests.map((text) => `### ${text}`)].join('\n\n')}\n`;

const withVariables = (requests: readonly CollectedRequest[]): string => {
  const texts = requests.map((request) => `${request.title}\n${requestText(request)}`);
  return fileOf(variablesIn(texts), texts);
};

/** A step after the variables that the step before it fills: they stand before a request, never after its body. */
const stepText = ({ id, request, until }: JourneyStep, index: number, steps: readonly JourneyStep[]): string => {
  const before = steps[index - 1];
  const saved = Object.entries(before?.saves ?? {}).map(
    ([name, path]) => `@${name} = {{${before?.id}.response.body.$.${path}}}`,
  );
  return [
    `${index + 1}. ${request.title}`,
    ...(saved.length > 0 ? [...saved, ''] : []),
    ...(until ? [`# Send it again until ${until.path} is ${until.is}.`] : []),
    `# @name ${id}`,
    requestText(request),
  ].join('\n');
};

const journeyFile = (): string => {
  const steps = journey();
  const texts = steps.map(stepText);
  const saved = new Set(steps.flatMap(({ saves }) => Object.keys(saves)));
  return fileOf(
    variablesIn(texts).filter((name) => !saved.has(name)),
    texts,
  );
};

/**
 * The API as files of requests, by file name: the main journey, and one for each group. Their format is that of the REST
 * Client of VS Code; other clients read all of it but the responses that the journey takes values from.
 * https://github.com/Huachao/vscode-restclient
 */
export const httpFiles = (): Readonly<Record<string, string>> => ({
  'journey.http': journeyFile(),
  ...Object.fromEntries(
    [...Map.groupBy(collectedRequests(), ({ group }) => group)].map(([group, requests]) => [
      `${group}.http`,
      withVariables(requests),
    ]),
  ),
});
