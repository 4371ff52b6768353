import { CONTRACTS } from '#functions/api/contracts';
import { EXAMPLE_VALUES } from '#functions/api/example-values';
import { EXAMPLES } from '#functions/api/examples';
import { takesForm } from '#shared/http/body';
import type { Contract } from '#shared/http/contract';
import { placeholdersIn, type RequestExample, withValues } from '#shared/http/request-example';

/** The variable that holds the Bearer credential of a request. */
export type Credential = 'apiKey' | 'accessToken' | 'adminAccessToken';

/** A file that a request sends. */
export interface SentFile {
  readonly filename: string;
  readonly content: string;
}

/** One request of a collection. Its texts name variables in two braces: `{{widgetId}}`. */
export interface CollectedRequest {
  /** The contract's name. */
  readonly endpoint: string;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  readonly method: string;
  /** With `{parameters}`. */
  readonly route: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential?: Credential;
  /** JSON, or the fields of a form or of a multipart body. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly sentAs: 'json' | 'form' | 'multipart';
  readonly files: Readonly<Record<string, SentFile>>;
  /** The response of the example, with sample values; undefined where the API document has none. */
  readonly response?: { readonly status: number; readonly body: unknown };
}

/** `WIDGET_ID` as `widgetId`. */
const variableOf = (placeholder: string): string =>
  placeholder.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const withVariables = <T>(value: T): T => {
  const text = JSON.stringify(value);
  const names = placeholdersIn(text).map((name) => [name, `{{${variableOf(name)}}}`] as const);
  return JSON.parse(withValues(text, Object.fromEntries(names)));
};

const credentialOf = ({ caller }: Contract): { readonly credential?: Credential } => {
  if (caller === 'account') return { credential: 'apiKey' };
  if (caller === 'admin') return { credential: 'adminAccessToken' };
  return caller === 'session' ? { credential: 'accessToken' } : {};
};

const sentAs = ({ consumes }: Contract, { files }: RequestExample): CollectedRequest['sentAs'] => {
  if (files || consumes === 'multipart') return 'multipart';
  return takesForm(consumes) ? 'form' : 'json';
};

const requestOf = (contract: Contract): CollectedRequest => {
  const example = EXAMPLES[contract.name] ?? {};
  const { path = {}, query = {}, headers = {}, body, files = {} } = withVariables({ ...example, response: undefined });
  const names = Array.from(contract.route.matchAll(/\{([^}+]+)\+?\}/g), ([, name = '']) => name);
  return {
    endpoint: contract.name,
    title: contract.summary,
    description: contract.description ?? contract.summary,
    group: contract.group,
    method: contract.method,
    route: contract.route,
    path: Object.fromEntries(names.map((name) => [name, path[name] ?? ''])),
    query,
    headers: {
      ...headers,
      ...(contract.idempotent && { 'Idempotency-Key': '{{$guid}}' }),
    },
    ...credentialOf(contract),
    ...(body !== undefined && { body }),
    sentAs: sentAs(contract, example),
    files,
    ...(example.response !== undefined && {
      response: {
        status: Number(Object.keys(contract.success)[0]),
        body: JSON.parse(withValues(JSON.stringify(example.response), EXAMPLE_VALUES)),
      },
    }),
  };
};

/** The example of every endpoint that clients call, by the order of the API. Callbacks of providers are none of them. */
export const collectedRequests = (): readonly CollectedRequest[] =>
  (CONTRACTS as readonly Contract[])
    .filter(({ documented, caller }) => documented !== false && caller !== 'provider')
    .map(requestOf);

/** The variables that requests name, by first use, without those that a client makes up for each request. */
export const variablesIn = (value: unknown): readonly string[] => [
  ...new Set(Array.from(JSON.stringify(value).matchAll(/\{\{([A-Za-z]\w*)\}\}/g), ([, name = '']) => name)),
];

/** The address of the API, a receiver of webhooks, and what authorises calls: the reader fills in the last three. */
export const OWN_VALUES: Readonly<Record<'apiUrl' | 'webhookEndpoint' | Credential, string>> = {
  apiUrl: 'http://localhost:4566',
  webhookEndpoint: 'http://127.0.0.1:8787/',
  apiKey: '',
  accessToken: '',
  adminAccessToken: '',
};

const SAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(EXAMPLE_VALUES).map(([name, value]) => [variableOf(name), value]),
);

/** The initial value of a variable: of the same form as a real one. */
export const sampleOf = (variable: string): string =>
  (OWN_VALUES as Readonly<Record<string, string>>)[variable] ?? SAMPLES[variable] ?? '';
