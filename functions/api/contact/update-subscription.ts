import { pepper } from '#shared/auth/stage-secrets';
import { ApiError } from '#shared/errors/api-error';
import { errorPage } from '#shared/http/error-page';
import { parseMultipart } from '#shared/http/multipart/multipart';
import { FORM_PAGE_HEADERS } from '#shared/http/page';
import { serve } from '#shared/http/serve';
import { subscribedPage, UNSUBSCRIBE_FORM, unsubscribedPage } from '#shared/mails/unsubscribe-page';
import { readUnsubscribeToken } from '#shared/mails/unsubscribe-token';
import { resubscribeWrite, unsubscribeWrite } from '#shared/mails/unsubscriptions';
import { updateSubscription } from './update-subscription.contract.ts';

/** POST /v1/mails/unsubscribe */
export const handler = serve(updateSubscription, {
  effects: [pepper],
  errorPage,
  multipart: parseMultipart,
  load: async ({ query }, { pepper: readPepper }) => {
    const subscription = readUnsubscribeToken(query.token, await readPepper());
    if (!subscription) throw new ApiError('INVALID_TOKEN');
    return subscription;
  },
  answer: async ({ body, loaded: subscription, meta }, { table }) => {
    const ends = body[UNSUBSCRIBE_FORM.field] === UNSUBSCRIBE_FORM.end;
    // The write refuses when nothing changes.
    await table.write(ends ? unsubscribeWrite(subscription, meta.nowMs) : resubscribeWrite(subscription));
    const page = ends ? unsubscribedPage : subscribedPage;
    return { status: 200, body: page(subscription.kind), headers: FORM_PAGE_HEADERS };
  },
});
