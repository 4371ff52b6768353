import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import type { SourcesConfig } from '#shared/sources/config';
import { type Sources, selectSources } from '#shared/sources/select';
import { dataOf } from '#tests/integration/assessment/recorder';
import { assess as assessSubmission, run } from '#tests/integration/assessment/run';
import { applicantOf, checkDebitsOf, submitted, walletOf } from '#tests/integration/assessment/submissions';
import { assess, assessmentOf } from '#tests/unit/onboarding/fixtures';
import { type Behaviour, IMPATIENT, json, loopbackSource, silence, status } from '#tests/unit/sources/loopback-source';

/** Modules that only collect answers have no source that could fail. */
const COLLECTED: readonly ModuleId[] = ['business_profile', 'document_upload'];

/** A visit is booked before the assessment, which has its result. `visits.test.ts` tests its source. */
const SOURCED = MODULE_IDS.filter((id) => !COLLECTED.includes(id) && id !== 'address_verification');

const FEE_KOBO = 50_000;

/** Live sources that are all at one address. */
const sourcesAt = (baseUrl: string, timeoutSeconds = 10): Sources => {
  const gateway = { baseUrl, apiKey: 'key-1', timeoutSeconds };
  const sourcesConfig: SourcesConfig = {
    registry: gateway,
    tax: gateway,
    bankAccount: gateway,
    screening: { baseUrl, dataset: 'default', threshold: 0.7, timeoutSeconds },
    identity: gateway,
    documents: gateway,
    socialMedia: gateway,
    meter: gateway,
  };
  return selectSources({ environment: 'live', sourcesConfig, simulateLiveSources: false }, IMPATIENT);
};

/** An address where nothing listens any more. */
const closedAddress = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `http://127.0.0.1:${port}`;
};

interface FailingSources extends AsyncDisposable {
  readonly sources: Sources;
}

const behaving = (behaviour: Behaviour, timeoutSeconds?: number) => async (): Promise<FailingSources> => {
  const source = await loopbackSource(behaviour);
  return { sources: sourcesAt(source.baseUrl, timeoutSeconds), [Symbol.asyncDispose]: source[Symbol.asyncDispose] };
};

const down = async (): Promise<FailingSources> => ({
  sources: sourcesAt(await closedAddress()),
  [Symbol.asyncDispose]: async () => undefined,
});

const SHORT_SECONDS = 0.05;

/** Ways in which a source can fail, and the recorded cause of the missing verdict. */
const FAILURES: readonly (readonly [what: string, how: () => Promise<FailingSources>, reason: string])[] = [
  ['down', down, 'unreachable'],
  ['cut off in the middle of each answer', behaving((response) => response.destroy()), 'unreachable'],
  ['too slow', behaving(silence, SHORT_SECONDS), 'timed_out'],
  [
    'too slow with the rest of its answer',
    behaving((response) => response.write('{"found":'), SHORT_SECONDS),
    'timed_out',
  ],
  ['refusing the key', behaving(status(401)), 'refused'],
  ['at another path', behaving(status(404)), 'refused'],
  ['broken', behaving(status(500)), 'refused'],
  ['moved', behaving(status(302, { location: 'http://127.0.0.1:1/' })), 'refused'],
  ['answering with a page', behaving((response) => response.end('<html>Bad gateway</html>')), 'unusable_answer'],
  ['answering half of its JSON', behaving((response) => response.end('{"found":fal')), 'unusable_answer'],
  ['answering nothing', behaving((response) => response.end()), 'unusable_answer'],
  ['answering null', behaving(json(null)), 'unusable_answer'],
  ['answering another question', behaving(json({ found: true, facts: { weather: 'dry' } })), 'unusable_answer'],
  ['answering without end', behaving((response) => response.end('x'.repeat(1_100_000))), 'unusable_answer'],
];

describe.each(FAILURES)('A source that is %s', (_, failing, reason) => {
  test.each(SOURCED)('%s: a person decides, nothing is charged, and the reason is stated', async (moduleId) => {
    await using source = await failing();
    const assessment = await assess(assessmentOf([moduleId], { sources: source.sources }));
    const { event } = MODULES[moduleId];
    expect(assessment).toMatchObject({
      outcome: 'requires_review',
      decisionReason: 'source_unavailable',
      charges: [],
      totalChargeKobo: 0,
      verdictEvents: event ? [{ event, moduleId, status: 'unavailable', reasonCodes: ['source_unavailable'] }] : [],
      incidents: [{ moduleId, reason }],
      results: [{ moduleId, status: 'unavailable', reasonCodes: ['source_unavailable'], chargeKobo: 0 }],
    });
  });
});

describe('An applicant with every module, whose sources are all', () => {
  test.each(FAILURES.filter(([what]) => ['down', 'too slow', 'broken', 'answering another question'].includes(what)))(
    '%s: goes to review, neither rejected nor charged, with one decision',
    async (_, failing, reason) => {
      await using source = await failing();
      const submission = await submitted({ environment: 'live', modules: MODULE_IDS });
      const { balanceKobo } = await walletOf(submission);
      const effects = run({ sourcesFor: async () => source.sources });
      await assessSubmission(submission, effects);

      expect(await applicantOf(submission)).toMatchObject({
        status: 'requires_review',
        decisionReason: 'source_unavailable',
        decidedAt: null,
        totalSpentKobo: FEE_KOBO,
        modules: MODULE_IDS.map((moduleId) =>
          COLLECTED.includes(moduleId)
            ? { moduleId, status: 'passed', chargeKobo: 0 }
            : { moduleId, status: 'unavailable', chargeKobo: 0, completedAt: null },
        ),
      });
      expect(await checkDebitsOf(submission)).toEqual([]);
      expect((await walletOf(submission)).balanceKobo).toBe(balanceKobo);
      const events = await effects.events();
      const verdicts = MODULE_IDS.flatMap((moduleId) => MODULES[moduleId].event ?? []);
      expect(events.map(({ type }) => type)).toEqual(['kyb.applicant.decision', ...verdicts]);
      for (const type of verdicts) {
        // A visit has its reference before its source is asked.
        const isVisit = type === 'verification.address.completed';
        const verificationReference = isVisit ? expect.stringMatching(/^addr_/) : null;
        expect(dataOf(events, type)).toMatchObject([{ status: 'unavailable', verificationReference }]);
      }
      expect(dataOf(events, 'kyb.applicant.decision')).toMatchObject([{ status: 'requires_review' }]);
      expect(effects.lines.filter(({ code }) => code === 'MODULE_UNAVAILABLE')).toMatchObject(
        // The wider screening covers that of sanctions, and this stage has no source of visits.
        MODULE_IDS.filter((id) => !COLLECTED.includes(id) && id !== 'sanctions_screening').map((moduleId) => ({
          moduleId,
          reason: moduleId === 'address_verification' ? 'not_configured' : reason,
        })),
      );
    },
  );
});

describe('A registry that returns the record of another business', () => {
  test.each(['active', 'inactive'])(
    'which is %s: that says nothing for or against this one',
    async (businessStatus) => {
      const facts = { registrationNumber: 'RC9999999', businessName: 'Acme Foods Ltd', businessStatus };
      await using source = await behaving(json({ found: true, facts }))();
      const modules: readonly ModuleId[] = ['business_profile', 'cac_verification'];
      expect(await assess(assessmentOf(modules, { sources: source.sources }))).toMatchObject({
        outcome: 'requires_review',
        decisionReason: 'source_unavailable',
        charges: [],
        incidents: [{ moduleId: 'cac_verification', reason: 'unusable_answer' }],
      });
    },
  );
});
