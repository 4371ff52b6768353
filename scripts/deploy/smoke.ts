import { API_VERSION } from '#shared/http/api-version';

/** The effects of trying a deployed API. */
export interface SmokeEffects {
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<unknown>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** One call, and whether its answer is that of a service that works. */
interface Probe {
  readonly path: string;
  /** What is expected, for the message when it is not so. */
  readonly expects: (stage: string) => string;
  readonly holds: (answer: Answer, stage: string) => boolean;
}

const field = (body: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);

/** Harmless calls, which together need routes, functions, secrets and refusals to work. */
const PROBES: readonly Probe[] = [
  {
    path: '/v1/status',
    expects: (stage) => `200 with version ${API_VERSION} of stage ${stage}`,
    holds: ({ status, body }, stage) =>
      status === 200 && field(body, 'data', 'version') === API_VERSION && field(body, 'data', 'stage') === stage,
  },
  {
    path: '/.well-known/jwks.json',
    expects: () => '200 with public keys',
    holds: ({ status, body }) => status === 200 && Array.isArray(field(body, 'keys')),
  },
  {
    path: '/v1/openapi.json',
    expects: () => `200 with the document of version ${API_VERSION}`,
    holds: ({ status, body }) => status === 200 && field(body, 'info', 'version') === API_VERSION,
  },
  {
    path: '/v1/wallet',
    expects: () => '401 without a credential',
    holds: ({ status }) => status === 401,
  },
];

/** API Gateway and new roles take seconds until they are known everywhere. */
const TRIES = 6;
const PAUSE_MS = 5_000;
const TIMEOUT_MS = 30_000;

const answerOf = async (url: string, effects: SmokeEffects): Promise<Answer | string> => {
  try {
    const response = await effects.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) };
    } catch {
      return { status: response.status, body: undefined };
    }
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
};

const tried = async (probe: Probe, apiUrl: string, stage: string, effects: SmokeEffects): Promise<string[]> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await answerOf(`${apiUrl}${probe.path}`, effects);
    if (typeof answer !== 'string' && probe.holds(answer, stage)) return [];
    if (attempt === TRIES) {
      const got =
        typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200)}`;
      return [`GET ${probe.path}: expected ${probe.expects(stage)}, got ${got}`];
    }
    await effects.wait(PAUSE_MS);
  }
};

/**
 * Calls a deployed API, and returns what does not work: one line each, none when everything does.
 *
 * @param apiUrl without `/v1`.
 */
export const smoke = async (apiUrl: string, stage: string, effects: SmokeEffects): Promise<readonly string[]> =>
  (await Promise.all(PROBES.map((probe) => tried(probe, apiUrl, stage, effects)))).flat();

/**
 * Calls the API past its edge, and returns what is wrong: one line if it is answered there, none otherwise.
 *
 * @param directUrl API Gateway's own address of the API, without `/v1`.
 */
export const answeredPastEdge = async (directUrl: string, effects: SmokeEffects): Promise<readonly string[]> => {
  const answer = await answerOf(`${directUrl}/v1/status`, effects);
  const isAnswered = typeof answer !== 'string' && answer.status === 200;
  return isAnswered ? [`GET ${directUrl}/v1/status: expected a refusal past the edge, got 200`] : [];
};
