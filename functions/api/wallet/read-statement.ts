import { csv, offered } from '#shared/http/representation';
import { serve } from '#shared/http/serve';
import { environmentOf } from '#shared/platform/scope';
import { sumUpMonth } from '#shared/wallet/statement';
import { statementCsv, statementView } from '#shared/wallet/statement-view';
import { SESSION_WALLET } from './contract-parts.ts';
import { readStatement } from './read-statement.contract.ts';

/** GET /v1/wallet/statement */
export const handler = serve(readStatement, {
  load: ({ query, caller, meta }, { table }) => {
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    return sumUpMonth(table, { accountId: caller.accountId, environment }, query.month, meta.nowMs);
  },
  answer: ({ loaded: statement }) => ({
    status: 200,
    body: { success: true, statement: statementView(statement) },
    representations: offered({ csv: csv(() => statementCsv(statement)) }),
  }),
});
