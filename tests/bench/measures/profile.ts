import { startCloud } from '#tests/bench/cloud/cloud';
import { ONBOARDING, sharesOf } from '#tests/bench/profile/mix';
import { callersRow, raisedRows } from '#tests/bench/profile/page';
import { simulate } from '#tests/bench/profile/simulate';
import { compareWithModel } from '#tests/bench/profile/validate';
import { awsWorld, raisedWorld } from '#tests/bench/profile/world';
import { type Benchmark, type Report, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';

const { RATES, SECONDS } = sized({ RATES: [10, 100, 1000], SECONDS: 120 }, { RATES: [10], SECONDS: 30 });

const WORLDS = { 'as deployed': awsWorld, raised: raisedWorld } as const;

const reportMix = (report: Report): void =>
  report.table(
    `The calls of ${ONBOARDING.name}.`,
    [...sharesOf(ONBOARDING).calls]
      .sort(([, one], [, other]) => other - one)
      .map(([endpoint, share]) => ({ endpoint, 'percent of calls': rounded(100 * share, 2) })),
  );

const reportModel = (report: Report): void => {
  const outcomes = RATES.flatMap((callsASecond) =>
    Object.entries(WORLDS).map(([name, world]) => {
      const demand = { callsASecond, seconds: SECONDS, warmUpSeconds: 60, seed: 1 };
      return { callsASecond, name, outcome: simulate(ONBOARDING, world(), demand) };
    }),
  );
  report.table(
    'What callers and their endpoints see, and what the busiest second asks of the limits that it comes near.',
    outcomes.map(({ callsASecond, name, outcome }) => callersRow(callsASecond, name, outcome)),
  );
  report.table('What raises each limit.', raisedRows(outcomes.map(({ outcome }) => outcome)));
};

/** Production at three rates, by a model, and the model beside a run on this machine. */
export const profile: Benchmark = {
  name: 'profile',
  measures: 'production at 10, 100 and 1,000 calls a second by a model, and the model beside a run on this machine',
  run: async (report) => {
    reportMix(report);
    reportModel(report);
    const cloud = await startCloud();
    try {
      const rows = await compareWithModel(cloud, ONBOARDING);
      report.table(
        'The calls of the mix on DynamoDB Local, handlers in one process: as many as it takes, then half as many a second.',
        rows,
      );
      const [most, , p50, p99] = rows.map((row) => row['model of measured']);
      report.note(
        `The model says ${most} of the calls a second that this machine takes, ${p50} of their p50 at half of that, and ${p99} of their p99.`,
      );
    } finally {
      await cloud.stop();
    }
  },
};
