import type { Contract } from '#shared/http/contract';
import { accountsContracts } from './accounts/contracts.ts';
import { embedContracts } from './embed/contracts.ts';
import { kybContracts } from './kyb/contracts.ts';
import { metaContracts } from './meta/contracts.ts';
import { walletContracts } from './wallet/contracts.ts';
import { webhooksContracts } from './webhooks/contracts.ts';

/**
 * The whole API: the contracts of every group. Infrastructure, the OpenAPI document, the answer to unknown routes and
 * the shared tests read this list; a handler imports its own contract from its group instead.
 */
export const CONTRACTS: readonly Contract[] = [
  ...accountsContracts,
  ...embedContracts,
  ...kybContracts,
  ...metaContracts,
  ...walletContracts,
  ...webhooksContracts,
];
