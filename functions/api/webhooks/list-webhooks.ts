import { allOrPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listRegistrations } from '#shared/webhooks/registrations/registration-repository';
import { listedRegistration } from '#shared/webhooks/registrations/registration-view';
import { listWebhooks } from './list-webhooks.contract.ts';

/** GET /v1/developers/webhooks */
export const handler = serve(listWebhooks, {
  load: ({ caller }, { table }) => listRegistrations(table, caller),
  answer: ({ query, loaded: registrations }) => ({
    success: true,
    ...allOrPage(registrations.map(listedRegistration), query),
  }),
});
