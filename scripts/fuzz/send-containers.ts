import { type ApiDocument, type WrongContainer, wrongContainers } from './wrong-containers.ts';

/** The outcome of sending containers of the wrong type. */
export interface ContainerOutcome {
  readonly sent: number;
  /** A sentence for each container that was not refused as it should be. */
  readonly findings: readonly string[];
}

/** Operations that refuse the fuzzer's requests because they need a signature that it cannot make. */
const SIGNED_BY_OTHERS: ReadonlySet<string> = new Set(['receivePaystackCallback', 'receiveAddressCallback']);

/**
 * Whether the body of a 400 names the path of the wrong container. Some bodies of the interface have only a sentence,
 * which may name just the first problem. Here that is another field, which is missing.
 */
const names = (result: unknown, at: string): boolean => {
  const { code, details, message, error } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (code === undefined && details === undefined) return typeof (error ?? message) === 'string';
  return (
    code === 'VALIDATION_FAILED' &&
    Array.isArray(details) &&
    details.some((problem: { path?: unknown } | null) => problem?.path === at)
  );
};

const findingOf = async (
  apiUrl: string,
  accessToken: string,
  { operationId, method, path, signedIn, body, at }: WrongContainer,
): Promise<string | undefined> => {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(signedIn && { authorization: `Bearer ${accessToken}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const result: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  if (response.status === 400 && names(result, at)) return undefined;
  return `${operationId} answers ${response.status} to ${JSON.stringify(body)}: ${text.slice(0, 300)}`;
};

/**
 * Sends a deployed API every container of the wrong type that its document has a place for, one after another, and
 * checks that each is refused with its path.
 */
export const sendWrongContainers = async (apiUrl: string, accessToken: string): Promise<ContainerOutcome> => {
  const response = await fetch(`${apiUrl}/v1/openapi.json`);
  const requests = wrongContainers((await response.json()) as ApiDocument).filter(
    ({ operationId }) => !SIGNED_BY_OTHERS.has(operationId),
  );
  const findings: string[] = [];
  for (const request of requests) {
    const finding = await findingOf(apiUrl, accessToken, request);
    if (finding !== undefined) findings.push(finding);
  }
  return { sent: requests.length, findings };
};
