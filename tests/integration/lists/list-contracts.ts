import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';

/** The schema of an object, as far as this file inspects it. */
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

/** An endpoint that returns a list. */
export interface ListContract {
  readonly contract: Contract;
  /** The path of the entries in its body, from the outside in. */
  readonly path: readonly string[];
  /** The query parameters that select entries. */
  readonly filters: readonly string[];
  /** Whether its pages have numbers and totals. */
  readonly isPaginated: boolean;
  /** Whether it returns the whole list if no page is requested. */
  readonly isWhole: boolean;
}

/** The parameters for the position and length of a page. */
const PAGING = ['page', 'limit', 'after'];

const isArray = (schema: unknown): boolean => unwrapped(schema).type === 'array';

/** The path of the entries in the body of a page. */
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

/** Every endpoint that returns a list: its body has `pagination`, or its `data` is an array. */
export const LIST_CONTRACTS: readonly ListContract[] = CONTRACTS.flatMap(listContract);
