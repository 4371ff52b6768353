import type { ItemFamily, ListFamily } from '#shared/key-families';
import { isAccountKind } from './caller/caller-kinds.ts';
import type { Contract, Touches } from './contract.ts';

/** What determines which families a function may touch. Contracts and consumers have it. */
export type TableNeeds = Pick<Contract, 'touches'> & Partial<Pick<Contract, 'caller' | 'limit' | 'idempotent'>>;

/** The families that a function may read and write: its own, and those that the endpoint kit touches for it. */
export interface TableAccess {
  readonly reads: readonly (ItemFamily | ListFamily)[];
  readonly writes: readonly ItemFamily[];
}

/** What the endpoint kit itself touches, by the settings of a contract. */
const KIT: readonly (Touches & { readonly when: (needs: TableNeeds) => boolean })[] = [
  {
    when: ({ caller }) => isAccountKind(caller),
    reads: ['accountSession', 'accountAccess', 'apiKey', 'apiKeyPairs'],
  },
  { when: ({ caller }) => caller === 'account', reads: ['apiKeyUses'], writes: ['apiKeyUses'] },
  // Public keys prove credentials. Their item also holds the key that hashes addresses for the log.
  { when: ({ caller }) => caller !== undefined, reads: ['signingKeys'] },
  { when: ({ limit }) => limit !== undefined, writes: ['rateLimit'] },
  { when: ({ idempotent }) => idempotent !== undefined, reads: ['idempotency'], writes: ['idempotency'] },
];

/** Every family that a function may touch in the table, once. */
export const tableAccessOf = (needs: TableNeeds): TableAccess => {
  const touches = [needs.touches, ...KIT.filter(({ when }) => when(needs))];
  return {
    reads: [...new Set(touches.flatMap(({ reads }) => reads ?? []))],
    writes: [...new Set(touches.flatMap(({ writes }) => writes ?? []))],
  };
};

/** Whether a function needs the table, for its own work or to identify its caller. */
export const touchesTable = ({ touches, caller }: Pick<TableNeeds, 'touches' | 'caller'>): boolean =>
  touches.reads !== undefined || touches.writes !== undefined || isAccountKind(caller);
