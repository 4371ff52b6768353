import type { ListPage } from '#shared/db/lists/page';
import { pagination, requestedPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readHistoryPage, readScoreHistory as readPoints } from '#shared/monitoring/vendors/event-repository';
import { scoreNumber } from '#shared/monitoring/vendors/score';
import type { ScorePoint } from '#shared/monitoring/vendors/score-point';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { followedVendor } from '#shared/monitoring/watches/followed-vendor';
import { isId } from '#shared/platform/ids';
import { callerEnvironment } from '#shared/platform/scope';
import { readScoreHistory } from './read-score-history.contract.ts';

const pointView = ({ eventId, timestamp, scoreBefore, scoreAfter }: ScorePoint) => ({
  eventId,
  timestamp,
  scoreBefore: scoreBefore === undefined ? null : scoreNumber(scoreBefore),
  scoreAfter: scoreNumber(scoreAfter),
});

/** Points that are read beside the check of the caller: a history is rarely longer. */
const FIRST_POINTS: ListPage = { page: 1, limit: 100 };

/**
 * GET /v1/monitoring/vendors/{vendorId}/score-history: a page, or the first hundred points, is read in the trip that
 * checks whether the caller may see them.
 */
export const handler = serve(readScoreHistory, {
  load: async ({ path: { vendorId }, query, caller }, { table }) => {
    const [{ company }, state, points] = await Promise.all([
      followedVendor(table, callerEnvironment(caller), vendorId),
      isId('cmp', vendorId) ? readVendorState(table, vendorId) : undefined,
      isId('cmp', vendorId) ? readHistoryPage(table, vendorId, requestedPage(query) ?? FIRST_POINTS) : [],
    ]);
    return { vendorId: company.id, total: state?.version ?? 0, points };
  },
  answer: async ({ query, loaded: { vendorId, total, points: first } }, { table }) => {
    const page = requestedPage(query);
    const isComplete = page !== undefined || total <= FIRST_POINTS.limit;
    const points = isComplete ? first : await readPoints(table, vendorId);
    return {
      success: true,
      data: { vendorId, points: points.map(pointView) },
      ...(page && { pagination: pagination(page, total) }),
    };
  },
});
