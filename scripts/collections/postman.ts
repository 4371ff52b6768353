import { type JourneyStep, journey } from './journey.ts';
import { type CollectedRequest, collectedRequests, OWN_VALUES, sampleOf, variablesIn } from './requests.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

const urlOf = ({ route, path, query }: CollectedRequest) => {
  const steps = route.slice(1).replaceAll(/\{([^}+]+)\+?\}/g, ':$1');
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return {
    raw: `{{apiUrl}}/${steps}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    host: ['{{apiUrl}}'],
    path: steps.split('/'),
    ...(search.length > 0 && { query: pairs(query) }),
    ...(Object.keys(path).length > 0 && { variable: pairs(path) }),
  };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const fieldsOf = ({ body = {} }: CollectedRequest) =>
  Object.entries(body).map(([key, value]) => ({ key, type: 'text', value: textOf(value) }));

const bodyOf = (request: CollectedRequest) => {
  const { body, sentAs, files } = request;
  if (sentAs === 'multipart') {
    const sent = Object.entries(files).map(([key, { filename }]) => ({ key, type: 'file', src: filename }));
    return { mode: 'formdata', formdata: [...fieldsOf(request), ...sent] };
  }
  if (body === undefined) return undefined;
  if (sentAs === 'form') return { mode: 'urlencoded', urlencoded: fieldsOf(request) };
  return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
};

/** The key of the collection is for most requests; the others name theirs. */
const authOf = ({ credential }: CollectedRequest) => {
  if (credential === 'apiKey') return undefined;
  if (credential === undefined) return { type: 'noauth' };
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${credential}}}`, type: 'string' }] };
};

const requestOf = (request: CollectedRequest) => {
  const [body, auth] = [bodyOf(request), authOf(request)];
  const isJson = request.sentAs === 'json' && request.body !== undefined;
  return {
    method: request.method,
    header: pairs({ ...request.headers, ...(isJson && { 'Content-Type': 'application/json' }) }),
    url: urlOf(request),
    description: request.description,
    ...(body && { body }),
    ...(auth && { auth }),
  };
};

const responsesOf = (request: CollectedRequest) => {
  const { response, title } = request;
  if (!response) return [];
  const isText = typeof response.body === 'string';
  return [
    {
      name: title,
      originalRequest: requestOf(request),
      code: response.status,
      header: [{ key: 'Content-Type', value: isText ? 'text/html' : 'application/json' }],
      body: isText ? response.body : JSON.stringify(response.body, null, 2),
    },
  ];
};

const itemOf = (request: CollectedRequest) => ({
  name: request.title,
  request: requestOf(request),
  response: responsesOf(request),
});

/** The tries that a step makes, a second apart. */
const MAX_TRIES = 120;

const at = (path: string): string => `pm.response.json().${path}`;

/** The script of a step: whether it succeeded, what it saves, and whether it is repeated. */
const scriptOf = ({ status, saves, until }: JourneyStep, isLast: boolean): readonly string[] => [
  `pm.test('The status is ${status}', () => pm.response.to.have.status(${status}));`,
  ...Object.entries(saves).map(([name, path]) => `pm.collectionVariables.set('${name}', ${at(path)});`),
  ...(until
    ? [
        `const tries = Number(pm.collectionVariables.get('tries') ?? 0) + 1;`,
        `const waits = ${at(until.path)} !== '${until.is}' && tries < ${MAX_TRIES};`,
        `pm.collectionVariables.set('tries', waits ? tries : 0);`,
        'if (waits) {',
        '  pm.execution.setNextRequest(pm.info.requestId);',
        '  setTimeout(() => {}, 1000); // The run goes on once this has ended.',
        '} else {',
        `  pm.test('It is ${until.is}', () => pm.expect(${at(until.path)}).to.equal('${until.is}'));`,
        '}',
      ]
    : []),
  ...(isLast
    ? ['pm.execution.setNextRequest(null); // The journey ends here, also in a run of the whole collection.']
    : []),
];

const stepItem = (step: JourneyStep, index: number, steps: readonly JourneyStep[]) => {
  const { response: _, ...request } = step.request;
  const exec = scriptOf(step, index === steps.length - 1);
  return {
    ...itemOf(request),
    name: `${index + 1}. ${request.title}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec } }],
  };
};

/**
 * A Postman collection (v2.1) of the API: the main journey, which can be run from its first step to its last, then a folder
 * of requests for each group. https://schema.postman.com
 */
export const postmanCollection = () => {
  const groups = Map.groupBy(collectedRequests(), ({ group }) => group);
  const item = [
    {
      name: 'The main journey',
      description: 'Set `apiUrl` and `apiKey` (a secret key of the sandbox), then run this folder.',
      item: journey().map(stepItem),
    },
    ...[...groups].map(([name, requests]) => ({ name, item: requests.map(itemOf) })),
  ];
  const variables = [...new Set([...Object.keys(OWN_VALUES), ...variablesIn(item)])];
  return {
    info: { name: 'Business verification (KYB) API', schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: variables.map((key) => ({ key, value: sampleOf(key), type: 'string' })),
    item,
  };
};
