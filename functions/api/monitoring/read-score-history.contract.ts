import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { vendorPath } from '#shared/monitoring/watches/watch-bodies';
import { component, DATE_TIME, described } from '#shared/platform/described';

const score = (description: string) => described(v.number(), description, { minimum: 0, maximum: 100 });

const pointBody = component(
  v.object({
    eventId: described(v.string(), 'The id of the event that changed the score, or whose voiding changed it (`evt_`).'),
    timestamp: described(v.string(), 'When the score changed.', DATE_TIME),
    scoreBefore: described(
      v.nullable(v.number()),
      'The score before the change, which is the `scoreAfter` of the previous point. Null for the first point.',
    ),
    scoreAfter: score('The score after the change, from 0 to 100, with at most two decimal places.'),
  }),
  'ScoreHistoryPoint',
  "A change in a vendor's score.",
);

/** Reads the score history of a vendor. */
export const readScoreHistory = contract({
  name: 'read-score-history',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/vendors/{vendorId}/score-history',
  summary: 'Read the score history of a vendor',
  description:
    'Returns every change in the score, oldest first. Each change starts from the score after the previous ' +
    'one. The first point marks the start of monitoring, at a score of 80. Only accounts that watch or own ' +
    'the vendor can read the history. A vendor that has never been watched has no points. If you send `page` ' +
    'or `limit`, returns one page with `pagination` instead of the whole history.',
  caller: 'account',
  limit: 'monitoringReads',
  path: vendorPath,
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          vendorId: described(v.string(), 'The id of the vendor (`cmp_`).'),
          points: described(v.array(pointBody), 'The changes, oldest first.'),
        }),
        'ScoreHistory',
        'The score history of a vendor.',
      ),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  errors: ['RESULT_TOO_LARGE', 'VENDOR_NOT_FOUND'],
  touches: { reads: ['company', 'vendor', 'watch'] },
});
