import { directCheckWrites, numberOf, requireVerdict } from '#shared/direct-checks/direct-check';
import { METER_CHECK, meterResult } from '#shared/direct-checks/meter-check';
import { serve } from '#shared/http/serve';
import { newId } from '#shared/platform/ids';
import { callerEnvironment } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { normaliseMeterNumber } from '#shared/sources/formats';
import { sources } from '#shared/sources/sources-of-stage';
import { lookUpMeter } from '#shared/verification/checks/places';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { lookupSignal } from '#shared/verification/request-lookup';
import { readPayment, requireCovered, withPayment } from '#shared/wallet/payment';
import { verifyMeter } from './verify-meter.contract.ts';

/** POST /v1/verify-utility-bill/manual. The distributor is called before anything is charged; the call is free. */
export const handler = serve(verifyMeter, {
  effects: [evidenceRetention, sources, vault],
  load: async ({ caller }, { table, vault }) => {
    const [payment, secret] = await Promise.all([
      readPayment(table, callerEnvironment(caller), METER_CHECK.moduleId),
      vault(),
    ]);
    return { payment, secret };
  },
  answer: async (
    { caller, body, loaded: { payment, secret }, meta: { nowMs } },
    { table, claim, commit, log, metrics, sources: sourcesOf, evidenceRetention: retentionDays },
  ) => {
    requireCovered(payment, nowMs);
    const owner = callerEnvironment(caller);
    const { ports } = await sourcesOf(owner.environment);
    await claim();
    const context = { ports, signal: lookupSignal(), businessName: undefined };
    const { outcome, facts } = await lookUpMeter(body, context);
    requireVerdict(outcome, METER_CHECK, { log, metrics });

    const number = numberOf(normaliseMeterNumber(body.meterNumber), body.meterNumber);
    const decided = {
      kind: METER_CHECK,
      owner,
      verificationReference: newId('ver', nowMs),
      companyId: null,
      number,
      outcome,
      document: null,
    };
    const response = {
      status: 200,
      body: { success: true, ...meterResult({ number, provider: body.provider }, outcome, facts) },
      headers: { 'X-Verification-Reference': decided.verificationReference },
    } as const;
    const keeping = { vault: secret, retentionDays: retentionDays() };
    const { result } = await withPayment(table, payment, nowMs, async (latest) => ({
      result: await commit(directCheckWrites(latest, decided, keeping, nowMs), response),
      value: undefined,
    }));
    if (!result.written) throw new Error('A check with a new reference was there already');
    return response;
  },
});
