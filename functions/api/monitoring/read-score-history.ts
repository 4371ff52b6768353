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

/** GET /v1/monitoring/vendors/{vendorId}/score-history: the points are read only for a caller that may see them. */
export const handler = serve(readScoreHistory, {
  load: async ({ path: { vendorId }, caller }, { table }) => {
    const [{ company }, state] = await Promise.all([
      followedVendor(table, callerEnvironment(caller), vendorId),
      isId('cmp', vendorId) ? readVendorState(table, vendorId) : undefined,
    ]);
    return { vendorId: company.id, total: state?.version ?? 0 };
  },
  answer: async ({ query, loaded: { vendorId, total } }, { table }) => {
    const page = requestedPage(query);
    const points = await (page ? readHistoryPage(table, vendorId, page) : readPoints(table, vendorId));
    return {
      success: true,
      data: { vendorId, points: points.map(pointView) },
      ...(page && { pagination: pagination(page, total) }),
    };
  },
});
