import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { vendorPath } from './contract-parts.ts';

const score = (description: string) => described(v.number(), description, { minimum: 0, maximum: 100 });

const pointBody = component(
  v.object({
    eventId: described(v.string(), 'The event that changed the score, or whose voiding changed it (`evt_`).'),
    timestamp: described(v.string(), 'When it changed.', DATE_TIME),
    scoreBefore: described(
      v.nullable(v.number()),
      'The score before the change, which is the score after the previous point; null for the first point.',
    ),
    scoreAfter: score('The score after the change: 0 to 100, with at most two decimals.'),
  }),
  'ScoreHistoryPoint',
  "A change of a vendor's score.",
);

/** Reads how the score of a vendor came about. */
export const readScoreHistory = contract({
  name: 'read-score-history',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/vendors/{vendorId}/score-history',
  summary: 'Read the score history of a vendor',
  description:
    'Returns every change of the score, oldest first. Each change starts from the score after the previous ' +
    'one; the first is the start of monitoring, at 80. Only accounts that watch or own the vendor can read ' +
    'it. A vendor that nobody ever watched has no points. Returns the whole history, or one page of it with ' +
    '`pagination` if `page` or `limit` is sent.',
  caller: 'account',
  limit: 'monitoringReads',
  path: vendorPath,
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          vendorId: described(v.string(), 'The vendor (`cmp_`).'),
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
