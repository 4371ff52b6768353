import type { Problem } from '#shared/errors/error-details';
import type { Contract } from '#shared/http/contract';
import { describedNames } from './described-names.ts';

/** The part of a contract that determines the query parameters of its requests. */
type QueryContract = Pick<Contract, 'query' | 'produces' | 'cacheSeconds'>;

/** The beginning of a longer name is reported. */
const MAX_NAME_LENGTH = 100;

/**
 * Whether people's browsers and monitors open an endpoint's address: pages, the loader, public documents. Whoever
 * shares such an address may add parameters of their own.
 */
export const isOpenedByBrowsers = ({ produces, cacheSeconds }: Omit<QueryContract, 'query'>): boolean =>
  produces !== undefined || cacheSeconds !== undefined;

/**
 * The query parameters that an endpoint does not have, as problems: a filter that does not exist must not be answered
 * with an unfiltered list. Every endpoint accepts `environment`.
 */
export const unknownParameters = (
  contract: QueryContract,
  query: Readonly<Record<string, unknown>>,
): readonly Problem[] => {
  if (isOpenedByBrowsers(contract)) return [];
  const known = new Set([...describedNames(contract.query), 'environment']);
  return Object.keys(query)
    .filter((name) => !known.has(name))
    .map((name) => ({ path: name.slice(0, MAX_NAME_LENGTH).toWellFormed(), message: 'Unknown query parameter' }));
};
