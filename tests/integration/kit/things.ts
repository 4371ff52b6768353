import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { put } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import type { Kit } from '#shared/http/kit';
import { serve } from '#shared/http/serve';
import { newId } from '#shared/platform/ids';
import { environmentOf, isWithin } from '#shared/platform/scope';

/** A resource that only tests have: a thing belongs to an account and has a secret. */
export const thing = v.object({ id: v.string(), name: v.string(), secret: v.string() });

export const createThing = contract({
  name: 'create-thing',
  group: 'test',
  method: 'POST',
  route: '/v1/things',
  summary: 'Create a thing',
  caller: 'account',
  query: v.object({ tag: v.optional(v.string()) }),
  body: v.object({ name: v.pipe(v.string(), v.minLength(1)), tag: v.optional(v.picklist(['a', 'b'])) }),
  success: { 201: v.object({ success: v.literal(true), data: thing }) },
  idempotent: 'commit',
  secretFields: ['data.secret'],
  touches: { writes: ['idempotency'] },
});

export const readThing = contract({
  name: 'read-thing',
  group: 'test',
  method: 'GET',
  route: '/v1/things/{id}',
  summary: 'Read a thing',
  caller: 'account',
  path: v.object({ id: v.string() }),
  success: { 200: v.object({ success: v.literal(true), data: thing }) },
  errors: ['WIDGET_NOT_FOUND'],
  touches: {},
});

/** The key of a thing. */
export const thingKey = (accountId: string, id: string) => ({ pk: `TESTTHING#${accountId}`, sk: id });

/** The prefix of every thing's secret. */
export const SECRET_PREFIX = 'whsec_';

export const createThingHandler = (kit?: Kit): ApiHandler =>
  serve(
    createThing,
    {
      answer: async ({ body, caller }, { commit }) => {
        const id = newId('wgt', Date.now());
        const environment = environmentOf(caller, undefined, 'sandbox');
        const data = { id, name: body.name, secret: `${SECRET_PREFIX}${randomBytes(16).toString('hex')}` };
        const response = { status: 201, body: { success: true, data } } as const;
        const result = await commit(
          [put({ ...thingKey(caller.accountId, id), accountId: caller.accountId, environment, ...data })],
          response,
        );
        if (!result.written) throw new Error('A new thing was refused');
        return response;
      },
    },
    kit,
  );

export const readThingHandler = (kit?: Kit): ApiHandler =>
  serve(
    readThing,
    {
      load: ({ path, caller }, { table }) => table.get(thingKey(caller.accountId, path.id)),
      answer: ({ caller, loaded }) => {
        if (!loaded || !isWithin(caller, loaded)) throw new ApiError('WIDGET_NOT_FOUND');
        return { status: 200, body: { success: true, data: v.parse(thing, loaded) } };
      },
    },
    kit,
  );
