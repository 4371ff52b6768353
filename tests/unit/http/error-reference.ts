import { CONTRACTS } from '#functions/api/contracts';
import { ERRORS, type ErrorCode } from '#shared/errors/errors';
import { declaredErrors } from '#shared/http/declared-errors';
import { errorRow } from '#shared/http/error-rows';

/** Errors that no endpoint's contract declares, because their requests reach no endpoint. */
const OF_NO_ENDPOINT: readonly ErrorCode[] = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/** The codes of every error that a request can get, by status. */
export const codeTable = (): string => {
  const declared = new Set([...OF_NO_ENDPOINT, ...CONTRACTS.flatMap((contract) => declaredErrors(contract))]);
  const byStatus = Map.groupBy([...declared].sort(), (code) => ERRORS[code][0]);
  const rows = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => `| ${status} | ${codes.map((code) => `\`${code}\``).join(', ')} |`);
  return `| status | codes |\n|---|---|\n${rows.join('\n')}\n`;
};

/** The statuses for which an endpoint does not use the general body, by endpoint and body. */
export const ownBodyTable = (): string => {
  const statuses = new Map<string, string[]>();
  for (const contract of CONTRACTS) {
    for (const status of Object.keys(contract.errorRows ?? {})) {
      const keys = Object.keys(errorRow(contract, Number(status)).keys).map((key) => `\`${key}\``);
      const body = `| \`${contract.method} ${contract.route}\` | ${keys.join(', ')}`;
      statuses.set(body, [...(statuses.get(body) ?? []), status]);
    }
  }
  const rows = [...statuses].map(([body, some]) => `${body} | ${some.join(', ')} |`);
  return `| endpoint | keys of the body | statuses |\n|---|---|---|\n${rows.join('\n')}\n`;
};
