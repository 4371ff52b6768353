import { startCloud } from '#tests/bench/cloud/cloud';
import type { Row } from '#tests/bench/measured';
import { ONBOARDING, sharesOf } from '#tests/bench/profile/mix';
import { callersRow, limitRows, raisedBy } from '#tests/bench/profile/page';
import { simulate } from '#tests/bench/profile/simulate';
import { compareWithModel } from '#tests/bench/profile/validate';
import { awsWorld, raisedWorld } from '#tests/bench/profile/world';
import { type Benchmark, type Report, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';

const { RATES, SECONDS } = sized({ RATES: [10, 100, 1000], SECONDS: 120 }, { RATES: [10], SECONDS: 5 });

const WORLDS = { 'as deployed': awsWorld, raised: raisedWorld } as const;

const reportMix = (report: Report): void =>
  report.table(
    `The calls of ${ONBOARDING.name}.`,
    [...sharesOf(ONBOARDING).calls]
      .sort(([, one], [, other]) => other - one)
      .map(([endpoint, share]) => ({ endpoint, 'percent of calls': rounded(100 * share, 2) })),
  );

const reportModel = (report: Report): void => {
  const callers: Row[] = [];
  const limits: Row[] = [];
  for (const callsASecond of RATES)
    for (const [name, world] of Object.entries(WORLDS)) {
      const demand = { callsASecond, seconds: SECONDS, warmUpSeconds: 60, seed: 1 };
      const outcome = simulate(ONBOARDING, world(), demand);
      callers.push(callersRow(callsASecond, name, outcome));
      limits.push(...limitRows(callsASecond, name, outcome));
    }
  report.table('What callers and their endpoints see.', callers);
  report.table('The busiest second of the limits that come first.', limits);
};

const reportFirstLimit = (report: Report): void => {
  const demand = { callsASecond: RATES[0] ?? 10, seconds: SECONDS, warmUpSeconds: 60, seed: 1 };
  for (const [name, world] of Object.entries(WORLDS)) {
    const [first] = simulate(ONBOARDING, world(), demand).used;
    if (first) report.aside(`${name}: ${first.resource} is the first limit, raised by ${raisedBy(first.resource)}.`);
  }
};

/** Production at three rates, by a model, and the model beside a run on this machine. */
export const profile: Benchmark = {
  name: 'profile',
  measures: 'production at 10, 100 and 1,000 calls a second by a model, and the model beside a run on this machine',
  run: async (report) => {
    reportMix(report);
    reportModel(report);
    reportFirstLimit(report);
    const cloud = await startCloud();
    try {
      const rows = await compareWithModel(cloud, ONBOARDING);
      report.table(
        'The calls of the mix on DynamoDB Local, handlers in one process, at half of what that takes.',
        rows,
      );
      const [, p50, p99] = rows.map((row) => row['model of measured']);
      report.note(`The model says ${p50} of the measured p50, and ${p99} of the p99.`);
    } finally {
      await cloud.stop();
    }
  },
};
