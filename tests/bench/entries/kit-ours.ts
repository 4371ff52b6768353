import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';

/*
 * The same request through the kit of this service, which also has cookies, CORS, the request id and the response's
 * schema.
 */

const echo = contract({
  name: 'echo',
  group: 'bench',
  method: 'POST',
  route: '/v1/echo',
  summary: 'Echo the amount',
  caller: 'public',
  body: v.object({ amountKobo: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  success: { 200: v.object({ success: v.literal(true), amountKobo: v.number() }) },
  touches: {},
});

/** Echoes the amount. */
export const handler = serve(echo, {
  answer: ({ body }) => ({ status: 200, body: { success: true, amountKobo: body.amountKobo } }),
});
