import type { Method } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';

/** One endpoint of the API as part of one app. */
export interface Route {
  readonly method: Method;
  /** API Gateway's form: `/v1/kyb/widgets/{id}`. */
  readonly path: string;
  readonly handler: ApiHandler;
}

/** The path as routers of apps write it: `/v1/kyb/widgets/:id`. */
export const colonPath = ({ path }: Route): string => path.replace(/\{(\w+)\}/g, ':$1');
