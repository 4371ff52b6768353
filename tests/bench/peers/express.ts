import type { Context } from 'aws-lambda';
import express, { type Request } from 'express';
import serverless from 'serverless-http';
import type { ApiEvent } from '#shared/http/request';
import { colonPath, type Route } from './route.ts';

interface Invocation {
  readonly event: ApiEvent;
  readonly context: Context;
}

/** The whole API as one Express app behind a serverless adapter. */
export const expressApp = (routes: readonly Route[]) => {
  const app = express();
  app.disable('x-powered-by');
  const invocations = new WeakMap<object, Invocation>();
  for (const route of routes) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    app[method](colonPath(route), async (request: Request, response) => {
      const { event, context } = invocations.get(request) as Invocation;
      const pathParameters = { ...event.pathParameters, ...request.params } as Record<string, string>;
      const {
        statusCode,
        headers = {},
        cookies = [],
        body,
      } = await route.handler({ ...event, pathParameters }, context);
      response.status(statusCode).set(headers as Record<string, string>);
      for (const cookie of cookies) response.append('set-cookie', cookie);
      response.send(body);
    });
  }
  return serverless(app, {
    request: (request: object, event: ApiEvent, context: Context) => {
      invocations.set(request, { event, context });
    },
  });
};
