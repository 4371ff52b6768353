import { resourceName } from '#infra/names';
import type { LogCode } from '#shared/platform/log-codes';

/** The command that searches all logs of the stage: `logs` and `lines` are functions of the page. */
export const search = (query: string): string => `logs '${query}'`;

/** The command that counts the lines with a code by some of their fields. */
export const count = (code: LogCode, ...fields: readonly string[]): string => `lines ${code} ${fields.join()}`;

/** The command that shows whether the table works. */
export const TABLE_STATUS = `aws dynamodb describe-table --table-name ${resourceName('prod', 'table')} --query Table.TableStatus`;

/** The command that calls the API from outside. */
export const STATUS_CALL = 'curl -i $API/v1/status';
