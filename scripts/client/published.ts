import { CONTRACTS } from '#functions/api/contracts';
import { apiDocument } from '#functions/api/openapi-document';
import { isAccountKind } from '#shared/http/caller/caller-kinds';
import type { Contract } from '#shared/http/contract';
import type { OpenApiOperation } from '#shared/http/openapi/openapi-operation';

/** Callers whose operations are not part of the client. */
const NOT_CLIENTS = new Set<Contract['caller']>(['admin', 'provider']);

/** An operation of the API that the client has a method for. */
export interface PublishedOperation {
  readonly contract: Contract;
  readonly operation: OpenApiOperation;
  /** Whether a credential of an account is sent. */
  readonly isForAccounts: boolean;
}

/**
 * Every operation that the client has: those of the API document, except the operations of administrators and
 * providers, and the document itself.
 */
export const publishedOperations = (): ReadonlyMap<string, PublishedOperation> => {
  const { paths } = apiDocument();
  const published = CONTRACTS.filter(
    ({ caller, documented, name }) => documented !== false && !NOT_CLIENTS.has(caller) && name !== 'serve-openapi',
  );
  return new Map(
    published.map((contract) => {
      const operation = paths[contract.route]?.[contract.method.toLowerCase()];
      if (!operation) throw new TypeError(`The API document has no operation for ${contract.name}`);
      return [operation.operationId, { contract, operation, isForAccounts: isAccountKind(contract.caller) }];
    }),
  );
};
