import { pepper } from '#shared/auth/stage-secrets';
import { ApiError } from '#shared/errors/api-error';
import { errorPage } from '#shared/http/error-page';
import { FORM_PAGE_HEADERS } from '#shared/http/page';
import { serve } from '#shared/http/serve';
import { subscribedPage, unsubscribedPage } from '#shared/mails/unsubscribe-page';
import { readUnsubscribeToken } from '#shared/mails/unsubscribe-token';
import { isUnsubscribed } from '#shared/mails/unsubscriptions';
import { showUnsubscribing } from './show-unsubscribing.contract.ts';

/** GET /v1/mails/unsubscribe */
export const handler = serve(showUnsubscribing, {
  effects: [pepper],
  errorPage,
  load: async ({ query }, { table, pepper: readPepper }) => {
    const subscription = readUnsubscribeToken(query.token, await readPepper());
    if (!subscription) throw new ApiError('INVALID_TOKEN');
    return { kind: subscription.kind, hasEnded: await isUnsubscribed(table, subscription) };
  },
  answer: ({ loaded: { kind, hasEnded } }) => {
    const body = hasEnded ? unsubscribedPage(kind) : subscribedPage(kind);
    return { status: 200, body, headers: FORM_PAGE_HEADERS };
  },
});
