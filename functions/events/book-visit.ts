import { takeVisitStep } from '#shared/addresses/book-visit';
import { referenceOfMessage, visits } from '#shared/addresses/visit-queue';
import { consume } from '#shared/consumers/consume';
import { settleVisit } from '#shared/onboarding/assessment/settle-visit';
import { startSourceTime } from '#shared/sources/patience';
import { sources } from '#shared/sources/sources-of-stage';
import { bookVisitConsumer } from './book-visit.consumer.ts';

/** Books the visits of submitted addresses, and completes simulated ones. */
export const handler = consume(bookVisitConsumer, {
  effects: [sources, visits],
  read: referenceOfMessage,
  handle: (reference, { sources: sourcesFor, visits: send, ...effects }) =>
    takeVisitStep(reference, {
      ...effects,
      sourcesFor,
      send,
      startSourceTime,
      settleForApplicant: (visit) => settleVisit(visit, { ...effects, sourcesFor }),
    }),
});
