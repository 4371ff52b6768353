import type { Contract } from '#shared/http/contract';

/**
 * The endpoints whose responses an edge may keep: what browsers and programs of everybody get from one address, such as
 * the loader and the API document. Their own `Cache-Control` says for how long. The hosted page is not one of them: who
 * gets it depends on the widget, and on the viewer's address, country and page.
 */
export const cachedRoutes = (contracts: readonly Contract[]): readonly string[] =>
  contracts
    .filter(({ method, answersHead, caller, path }) => method === 'GET' && answersHead && caller === 'public' && !path)
    .map(({ route }) => route);
