import { CONTRACTS } from '#functions/api/contracts';
import { publishedDocument } from '#scripts/openapi/published-document';
import { isAccountKind } from '#shared/http/caller/caller-kinds';
import type { Contract } from '#shared/http/contract';
import { isForIntegrators, type OpenApiOperation } from '#shared/http/openapi/openapi-operation';
import { once } from '#shared/platform/env';
import type { Schema } from './schema-types.ts';

/** The document that the client is made from. */
const document = once(publishedDocument);

/** The named schemas of the document. */
export const componentSchemas = (): Readonly<Record<string, Schema>> =>
  document().components['schemas'] as Readonly<Record<string, Schema>>;

/** An operation of the API that the client has a method for. */
export interface PublishedOperation {
  readonly contract: Contract;
  readonly operation: OpenApiOperation;
  /** Whether a credential of an account is sent. */
  readonly isForAccounts: boolean;
}

/** Whether the client has a method for an endpoint: integrators call it, and it is not the API document. */
const isPublished = (contract: Contract): boolean =>
  contract.documented !== false && isForIntegrators(contract) && contract.route !== '/v1/openapi.json';

/** Every operation that the client has a method for, by its id. */
export const publishedOperations = (): ReadonlyMap<string, PublishedOperation> => {
  const { paths } = document();
  return new Map(
    CONTRACTS.filter(isPublished).map((contract) => {
      const operation = paths[contract.route]?.[contract.method.toLowerCase()];
      if (!operation) throw new TypeError(`The API document has no operation for ${contract.name}`);
      return [operation.operationId, { contract, operation, isForAccounts: isAccountKind(contract.caller) }];
    }),
  );
};
