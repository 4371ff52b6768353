import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import { declaredErrors } from '#shared/http/declared-errors';
import { type ErrorRow, errorRow, GENERAL_ROW } from '#shared/http/error-rows';
import { ERRORS, type ErrorCode } from '#shared/http/errors';

const HEADING = `# Errors

Every error that the API responds with, and the endpoints that may. Decide by status and \`code\`; the sentences are for
people and may change. Each response carries \`X-Request-Id\`: name it when you contact support. Each refusal also has its
code in \`X-Error-Code\`, where its body has no room for it as well.

The general body is \`{"success": false, "status": "error", "message", "code"}\`. \`details\` is added where there is more to
say: for \`VALIDATION_FAILED\` every problem at once as \`{path, message}\`. A 429 is \`{"success": false, "message"}\` with the
seconds to wait in \`Retry-After\`. [Endpoints with bodies of their own](#bodies-of-their-own) are listed at the end.

A refusal has changed nothing: correct the request and send it again, with the same \`Idempotency-Key\` if you like. After
a 500, a 503 or no response at all, send the same request with the same \`Idempotency-Key\` again, a little later each
time; after a 429, when \`Retry-After\` is over; after a 409 \`IDEMPOTENCY_IN_PROGRESS\`, in a second or two.

<!-- Generated from the contracts; \`npm run test:unit -- -u\` updates it. -->
`;

/** More endpoints than this are counted, not listed. */
const MOST_LISTED = 6;

const endpoint = ({ method, route }: Contract): string => `\`${method} ${route}\``;

const endpointsOf = (code: ErrorCode): string => {
  const some = CONTRACTS.filter((contract) => declaredErrors(contract).includes(code));
  if (some.length === CONTRACTS.length) return 'every endpoint';
  return some.length > MOST_LISTED ? `${some.length} endpoints` : some.map(endpoint).join('<br>');
};

/** Errors that no endpoint's contract declares: those of requests that reach none. */
const OF_NO_ENDPOINT: Readonly<Partial<Record<ErrorCode, string>>> = {
  ROUTE_NOT_FOUND: 'any other path',
  METHOD_NOT_ALLOWED: 'any path with another method',
};

/** Its row; none for an error that no request can get. */
const rowsOf = (code: ErrorCode): string[] => {
  const [status, sentence] = ERRORS[code];
  const endpoints = OF_NO_ENDPOINT[code] ?? endpointsOf(code);
  return endpoints === '' ? [] : [`| ${status} | \`${code}\` | ${sentence} | ${endpoints} |`];
};

const keysOf = ({ keys }: ErrorRow): string =>
  Object.keys(keys)
    .map((key) => `\`${key}\``)
    .join(', ');

const ownBodies = (): string[] =>
  CONTRACTS.flatMap((contract) =>
    Object.keys(contract.errorRows ?? {}).map((status) => {
      const row = errorRow(contract, Number(status));
      const codes = declaredErrors(contract).filter((code) => ERRORS[code][0] === Number(status));
      return `| ${endpoint(contract)} | ${status} | ${codes.map((code) => `\`${code}\``).join(', ')} | ${keysOf(row)} |`;
    }),
  );

/** The page of all errors. */
export const renderErrorReference = (): string => {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).sort((a, b) => ERRORS[a][0] - ERRORS[b][0] || a.localeCompare(b));
  return `${HEADING}
## Codes

| status | \`code\` | \`message\` | endpoints |
|---|---|---|---|
${codes.flatMap(rowsOf).join('\n')}

## Bodies of their own

Their other statuses have the general body, with the keys ${keysOf(GENERAL_ROW)}.

| endpoint | status | errors | keys of the body |
|---|---|---|---|
${ownBodies().join('\n')}
`;
};
