import type { Method } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';

/** One endpoint of the API as part of one app. */
export interface Route {
  readonly method: Method;
  /** In API Gateway's format: `/v1/kyb/widgets/{id}`. */
  readonly path: string;
  readonly handler: ApiHandler;
}

/** The path in the format of app routers: `/v1/kyb/widgets/:id`. */
export const colonPath = ({ path }: Route): string => path.replace(/\{(\w+)\}/g, ':$1');
