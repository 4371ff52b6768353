import type { Context } from 'aws-lambda';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import type { ApiEvent } from '#shared/http/request';
import { colonPath, type Route } from './route.ts';

interface Bindings {
  readonly event: ApiEvent;
  readonly lambdaContext: Context;
}

/** The whole API as one Hono app behind Hono's own adapter. */
export const honoApp = (routes: readonly Route[]) => {
  const app = new Hono<{ Bindings: Bindings }>();
  for (const route of routes) {
    app.on(route.method, colonPath(route), async (c) => {
      const { event, lambdaContext } = c.env;
      const pathParameters = { ...event.pathParameters, ...c.req.param() };
      const response = await route.handler({ ...event, pathParameters }, lambdaContext);
      const headers = new Headers(response.headers as Record<string, string>);
      for (const cookie of response.cookies ?? []) headers.append('set-cookie', cookie);
      return new Response(response.body, { status: response.statusCode, headers });
    });
  }
  return handle(app);
};
