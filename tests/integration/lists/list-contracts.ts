import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';

/** The schema of an object, as far as it is looked into here. */
interface Looked {
  readonly type?: string;
  readonly entries?: Readonly<Record<string, Looked>>;
  readonly wrapped?: Looked;
  readonly pipe?: readonly Looked[];
}

const unwrapped = (schema: unknown): Looked => {
  const { wrapped, pipe, ...looked } = (schema ?? {}) as Looked;
  if (wrapped) return unwrapped(wrapped);
  return pipe?.[0] ? { ...unwrapped(pipe[0]) } : looked;
};

const entriesOf = (schema: unknown): Readonly<Record<string, Looked>> => unwrapped(schema).entries ?? {};

/** An endpoint that answers a list. */
export interface ListContract {
  readonly contract: Contract;
  /** Where the entries are in its body: the names from the outside in. */
  readonly path: readonly string[];
  /** The parameters of its query that choose entries. */
  readonly filters: readonly string[];
  /** Whether its pages have numbers and totals. */
  readonly isPaginated: boolean;
  /** Whether it returns the whole list where no page is asked for. */
  readonly isWhole: boolean;
}

/** Where a page begins and how long it is. */
const PAGING = ['page', 'limit', 'after'];

const isArray = (schema: unknown): boolean => unwrapped(schema).type === 'array';

/** Where the body of a page has its entries. */
const pathOf = (body: Readonly<Record<string, Looked>>): readonly string[] => {
  for (const [name, schema] of Object.entries(body)) {
    if (isArray(schema)) return [name];
    const inner = Object.entries(entriesOf(schema)).find(([, field]) => isArray(field));
    if (name !== 'pagination' && inner) return [name, inner[0]];
  }
  throw new Error('A body with pagination has no entries');
};

const listContract = (contract: Contract): readonly ListContract[] => {
  const body = entriesOf(contract.success[200]);
  const isPaginated = body['pagination'] !== undefined;
  if (contract.method !== 'GET' || !(isPaginated || isArray(body['data'] ?? {}))) return [];
  const filters = Object.keys(entriesOf(contract.query)).filter((name) => !PAGING.includes(name));
  const isWhole = body['pagination']?.type === 'exact_optional';
  return [{ contract, path: pathOf(body), filters, isPaginated, isWhole }];
};

/** Every endpoint that answers a list: it says `pagination`, or its `data` is an array. */
export const LIST_CONTRACTS: readonly ListContract[] = CONTRACTS.flatMap(listContract);
