import { CONTRACTS } from '#functions/api/contracts';
import { ERRORS, type ErrorCode } from '#shared/errors/errors';
import { declaredErrors } from '#shared/http/declared-errors';
import { errorRow } from '#shared/http/error-rows';

/** Errors that no endpoint's contract declares, because their requests reach no endpoint. */
const OF_NO_ENDPOINT: readonly ErrorCode[] = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/** A message that adds nothing to its code: "Alert not found." */
const SAYS_NO_MORE = /^[\w -]+ not found\.$/;

/** What is wrong: the first sentence of an error's message, which is followed by what to do. */
const firstSentence = (code: ErrorCode): string => ERRORS[code][1].replace(/(?<=\.) [A-Z].*$/s, '');

/** A line for each code, and one line for all codes that already say what was not found. */
const listOf = (codes: readonly ErrorCode[]): string => {
  const [plain, others] = [true, false].map((isPlain) =>
    codes.filter((code) => SAYS_NO_MORE.test(firstSentence(code)) === isPlain),
  );
  const lines = (others ?? []).map((code) => `- \`${code}\`: ${firstSentence(code)}`);
  if (plain?.length) lines.push(`- ${plain.map((code) => `\`${code}\``).join(', ')}: what the code says.`);
  return lines.join('\n');
};

/** Every error that a request can get, by status. */
export const errorLists = (): string => {
  const declared = new Set([...OF_NO_ENDPOINT, ...CONTRACTS.flatMap((contract) => declaredErrors(contract))]);
  const byStatus = Map.groupBy([...declared].sort(), (code) => ERRORS[code][0]);
  const sections = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => `### ${status}\n\n${listOf(codes)}`);
  return ['What is wrong, by code. The message of a response also says what to do.', ...sections].join('\n\n');
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
