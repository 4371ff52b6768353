import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { type Audited, newerAudited, refuseAudited } from '#shared/audit/audited';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { changePrice, findRate, type RateState, rateRecord } from '#shared/wallet/rate-change';
import { rateView } from '#shared/wallet/views';
import { setPricingRate } from './set-pricing-rate.contract.ts';

/** PUT /v1/admin/pricing-rates/{actionKey}: the price and its audit entry are one transaction. */
export const handler = serve(setPricingRate, {
  load: async ({ path }, { table }) => {
    const [state, head] = await Promise.all([findRate(table, path.actionKey), readAuditHead(table)]);
    return state && { state, head };
  },
  answer: async ({ body: { priceKobo }, caller: { accountId }, loaded, meta }, { commit }) => {
    if (!loaded) throw new ApiError('RATE_NOT_FOUND');
    const actor = { kind: 'admin', accountId, requestId: meta.requestId } as const;
    const attempt = async ({ state, head }: Audited<RateState>) => {
      const { rate } = state;
      const response = { success: true, data: rateView({ ...rate, priceKobo }) } as const;
      if (rate.priceKobo === priceKobo) return { result: { written: true } as const, value: response };
      const change = {
        actor,
        action: 'pricing_rate.changed',
        target: rate.actionKey,
        before: { priceKobo: rate.priceKobo },
        after: { priceKobo },
      } as const;
      const operations = { rate: changePrice(state, priceKobo), ...auditWrites(change, head, meta.nowMs) };
      return { result: await commit(operations, response), value: response };
    };
    const { result, value } = await onLatest(loaded, attempt, newerAudited(rateRecord(loaded.state)));
    return result.written ? value : refuseAudited(result.refusals);
  },
});
