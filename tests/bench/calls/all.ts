import { consumerCases } from './consumers.ts';
import { exampleCases } from './endpoints.ts';
import { listCases } from './lists.ts';
import type { MainCase } from './main-case.ts';

/**
 * The main case of every function that calls the table, by the function's name. For an endpoint, this is its example.
 */
export const MAIN_CASES: Readonly<Record<string, MainCase>> = {
  ...exampleCases,
  ...listCases,
  ...consumerCases,
};
