import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { dataOf, recorder } from './recorder.ts';
import { assess, run, whileRegistryIsCalled } from './run.ts';
import {
  applicantOf,
  checkDebitsOf,
  type Submitted,
  sessionOf,
  submitSession,
  submitted,
  walletOf,
} from './submissions.ts';

/** What must hold for an approved applicant, however often its message arrived. */
const expectBilledOnce = async (submission: Submitted): Promise<void> => {
  const applicant = await applicantOf(submission);
  expect(applicant).toMatchObject({ status: 'approved', totalSpentKobo: 85_000 });
  expect(applicant.timeline.map(({ status }) => status)).toEqual([
    'created',
    'in_progress',
    'submitted',
    'processing',
    'approved',
  ]);
  expect((await checkDebitsOf(submission)).map(({ amountKobo }) => amountKobo)).toEqual([20_000, 15_000]);
  expect((await walletOf(submission)).balanceKobo).toBe(10_000_000 - 85_000);
};

const codesOf = (lines: readonly Record<string, unknown>[]) => lines.map(({ code }) => code);

describe('A message that is delivered again', () => {
  test('after the decision changes nothing and emits nothing', async () => {
    const submission = await submitted();
    await assess(submission);
    const decided = await applicantOf(submission);
    const again = await assess(submission);
    expect(await applicantOf(submission)).toEqual(decided);
    expect(await again.events()).toEqual([]);
    expect(again.tried).toEqual([]);
    expect(again.measured).toEqual([]);
    expect(again.lines).toMatchObject([
      { code: 'ASSESSMENT_REPEATED', applicantId: submission.applicantId, reason: 'assessed_before' },
    ]);
    await expectBilledOnce(submission);
  });

  test('ten times at once is billed and decided once', async () => {
    const submission = await submitted();
    const runs = await Promise.all(Array.from({ length: 10 }, () => assess(submission)));
    const notified = (await Promise.all(runs.map(({ events }) => events()))).flat();
    expect(dataOf(notified, 'kyb.applicant.decision')).toHaveLength(1);
    expect(notified).toHaveLength(3);
    expect(runs.flatMap(({ lines }) => codesOf(lines)).filter((code) => code === 'APPLICANT_ASSESSED')).toHaveLength(1);
    expect(runs.flatMap(({ measured }) => measured)).toHaveLength(1);
    await expectBilledOnce(submission);
  });

  test('while another call is between its checks and its write gives way to it without an error', async () => {
    const submission = await submitted();
    const first = run();
    const overtaken = run({ sourcesFor: whileRegistryIsCalled(() => assess(submission, first)) });
    await assess(submission, overtaken);
    expect(codesOf(first.lines)).toEqual(['APPLICANT_ASSESSED']);
    expect(codesOf(overtaken.lines)).toEqual(['ASSESSMENT_REPEATED']);
    expect(await overtaken.events()).toEqual([]);
    await expectBilledOnce(submission);
  });
});

describe('An unfinished call', () => {
  test('that died after claiming the applicant is finished by the next one', async () => {
    const submission = await submitted();
    const dying = run({
      startSourceTime: () => {
        throw new Error('died');
      },
    });
    await expect(assess(submission, dying)).rejects.toThrow('died');
    expect((await applicantOf(submission)).status).toBe('processing');
    await assess(submission);
    await expectBilledOnce(submission);
  });

  test('that failed to write has written nothing, and the next one writes everything', async () => {
    const submission = await submitted();
    const failing = run(
      {},
      recorder(() => Promise.reject(new Error('no answer'))),
    );
    await expect(assess(submission, failing)).rejects.toThrow('no answer');
    expect(await checkDebitsOf(submission)).toEqual([]);
    expect(await failing.events()).toEqual([]);
    expect(codesOf(failing.lines)).toEqual([]);
    const { events } = await assess(submission);
    expect(await events()).toHaveLength(3);
    await expectBilledOnce(submission);
  });

  test("whose write's response was lost is recognised as finished", async () => {
    const submission = await submitted();
    const unheard = run(
      {},
      recorder(async (operations) => {
        await serviceTable().transact(operations);
        throw new Error('no answer');
      }),
    );
    await expect(assess(submission, unheard)).rejects.toThrow('no answer');
    expect(await unheard.events()).toHaveLength(3);
    const { lines } = await assess(submission);
    expect(codesOf(lines)).toEqual(['ASSESSMENT_REPEATED']);
    await expectBilledOnce(submission);
  });

  test('that failed to read the sources blames no source: the message is retried', async () => {
    const submission = await submitted();
    const sourcesFor = () => Promise.reject(new Error('secret out of reach'));
    await expect(assess(submission, run({ sourcesFor }))).rejects.toThrow('secret out of reach');
    await assess(submission);
    await expectBilledOnce(submission);
  });
});

describe('A message of an earlier submission', () => {
  test('does not change an applicant that has submitted again', async () => {
    const first = await submitted({ subject: { businessName: 'SANDBOX_RESUBMIT' }, modules: ['cac_verification'] });
    await assess(first);
    const second = await submitSession(first.widget, await sessionOf(first));
    const before = await applicantOf(first);
    const { lines, events } = await assess(first);
    expect(lines).toMatchObject([{ code: 'ASSESSMENT_REPEATED', reason: 'submitted_again' }]);
    expect(await events()).toEqual([]);
    expect(await applicantOf(first)).toEqual(before);
    expect(before.status).toBe('submitted');
    await assess({ ...first, ...second });
    expect((await applicantOf(first)).status).toBe('approved');
  });

  test('that a whole resubmission overtook during its lookups writes nothing', async () => {
    const first = await submitted({ subject: { businessName: 'SANDBOX_RESUBMIT' }, modules: ['cac_verification'] });
    const assessedAndSubmittedAgain = async () => {
      await assess(first);
      await submitSession(first.widget, await sessionOf(first));
      const begun = { set: { status: 'processing' }, when: { status: { equals: 'submitted' } } } as const;
      await serviceTable().write(update(applicantKeys.applicant(first.applicantId), begun));
    };
    const overtaken = run({ sourcesFor: whileRegistryIsCalled(assessedAndSubmittedAgain) });
    await assess(first, overtaken);
    expect(codesOf(overtaken.lines)).toEqual(['ASSESSMENT_REPEATED']);
    expect((await applicantOf(first)).status).toBe('processing');
    expect(await checkDebitsOf(first)).toHaveLength(1);
  });
});

describe('A message with a reference that is not a submission of its applicant', () => {
  test('is set aside, and the right one is assessed as usual', async () => {
    const submission = await submitted();
    const data = { ...submission.event.data, submissionReference: 'ref_01KAJ3WZ5T8RB6C2F4G9J1K7NV' };
    const { lines, tried } = await assess({ event: { ...submission.event, data } });
    expect(codesOf(lines)).toEqual(['ASSESSMENT_REPEATED']);
    expect(tried).toEqual([]);
    await assess(submission);
    await expectBilledOnce(submission);
  });
});

describe('A message that cannot be processed', () => {
  test('fails, and ends in the dead letters: its applicant was never created', async () => {
    const submission = await submitted();
    const data = { ...submission.event.data, applicantId: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M' };
    await expect(assess({ event: { ...submission.event, data } })).rejects.toThrow('does not exist');
  });

  test('fails, and ends in the dead letters: it is about something else', async () => {
    const { event } = await submitted();
    await expect(assess({ event: { ...event, type: 'kyb.applicant.created' } })).rejects.toThrow(
      'not about a submission',
    );
  });

  test("fails, and ends in the dead letters: it names another account than its applicant's", async () => {
    const [submission, stranger] = await Promise.all([submitted(), submitted()]);
    const event = { ...submission.event, accountId: stranger.accountId };
    await expect(assess({ event })).rejects.toThrow('does not exist');
    expect((await applicantOf(submission)).status).toBe('submitted');
    expect(await checkDebitsOf(submission)).toEqual([]);
  });
});
