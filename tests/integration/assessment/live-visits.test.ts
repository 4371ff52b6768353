import { describe, expect, test } from 'vitest';
import { VISIT_LOOK_MS } from '#shared/addresses/booking-policy';
import { found, unavailable } from '#shared/sources/lookup-results';
import type { SourceResult, VisitFacts, VisitQuery } from '#shared/sources/ports';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { callBack, stored, worker } from '#tests/integration/addresses/world';
import { assess, run } from './run.ts';
import { applicantOf, checkDebitsOf, submitted } from './submissions.ts';
import { visitOf } from './visit-steps.ts';

/** An applicant of `live` with a booked visit, whose source gives the test's responses. */
const visited = async () => {
  const submission = await submitted({ environment: 'live', modules: ['address_verification'] });
  const asked: VisitQuery[] = [];
  const source: { says: SourceResult<VisitFacts> } = { says: found({ visitStatus: 'booked' }) };
  const visits = async (query: VisitQuery) => {
    asked.push(query);
    return source.says;
  };
  const sourcesFor = async () => ({ ports: { ...SANDBOX_PORTS, visits }, rehearse: () => NOTHING_REHEARSED });
  await assess(submission, run({ sourcesFor }));
  const reference = (await visitOf(submission)) ?? expect.fail('No visit was booked');
  return { submission, reference, asked, source, ...worker({ sourcesFor }) };
};

const outcomeOf = async (submission: Awaited<ReturnType<typeof submitted>>) => {
  const { status, modules } = await applicantOf(submission);
  const debits = (await checkDebitsOf(submission)).map(({ amountKobo }) => amountKobo);
  return { status, module: [modules[0]?.status, ...(modules[0]?.reasonCodes ?? [])], debits };
};

const PENDING = { status: 'requires_review', module: ['review', 'address_pending'], debits: [] };

describe('A visit to the address of an applicant in live', () => {
  test('is polled once a day under its own reference, until the source reports its end', async () => {
    const { submission, reference, asked, source, time, step } = await visited();
    await step(reference);
    expect(asked).toHaveLength(1);
    const unknown: readonly SourceResult<VisitFacts>[] = [found({ visitStatus: 'booked' }), unavailable('timed_out')];
    for (const says of unknown) {
      source.says = says;
      time.nowMs += VISIT_LOOK_MS;
      await step(reference);
      expect(await outcomeOf(submission)).toEqual(PENDING);
    }
    source.says = found({ visitStatus: 'completed', result: 'verified' });
    time.nowMs += VISIT_LOOK_MS;
    // The visit ends and is settled. A repeated message changes nothing.
    for (let steps = 0; steps < 3; steps++) await step(reference);
    expect(asked.map((query) => query.reference)).toEqual([reference, reference, reference, reference]);
    expect(await outcomeOf(submission)).toEqual({ status: 'approved', module: ['passed'], debits: [500_000] });
  });

  test('that turns out not to be possible is unavailable and uncharged', async () => {
    const { submission, reference, source, time, step } = await visited();
    source.says = found({ visitStatus: 'not_possible' });
    time.nowMs += VISIT_LOOK_MS;
    for (let steps = 0; steps < 3; steps++) await step(reference);
    expect(await outcomeOf(submission)).toEqual({
      status: 'requires_review',
      module: ['unavailable', 'address_unreachable'],
      debits: [],
    });
  });

  test("is ended by the source's callback, and charged once however often the callback arrives", async () => {
    const { submission, reference, asked, step } = await visited();
    const report = { reference, status: 'completed', result: 'not_verified', reason: 'Nobody knew the business' };
    expect(await callBack(report)).toMatchObject({ status: 200 });
    expect(await callBack(report)).toMatchObject({ status: 200 });
    expect(await callBack({ ...report, result: 'verified' })).toMatchObject({ status: 409 });
    for (let steps = 0; steps < 3; steps++) await step(reference);
    expect(await stored(reference)).toMatchObject({ result: 'not_verified', settledAt: expect.any(String) });
    expect(await outcomeOf(submission)).toMatchObject({
      module: ['failed', 'address_not_verified'],
      debits: [500_000],
    });
    expect(asked).toHaveLength(1);
  });
});
