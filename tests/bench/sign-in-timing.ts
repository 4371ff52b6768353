import { randomInt, randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { functionVariables } from '#infra/environment';
import { wholeNumber } from '#scripts/command-line/read';
import { openCloud } from '#scripts/local-cloud/cloud';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { freePort } from '#scripts/local-cloud/port';
import { runScript } from '#scripts/local-cloud/run-script';
import { createTable } from '#tests/support/setup/table';

type Kind = 'known' | 'unknown';

/** Milliseconds of each call, by kind. */
type Timings = Readonly<Record<Kind, number[]>>;

const middle = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** The distribution function of the standard normal distribution (Abramowitz and Stegun, 26.2.17). */
const normalBelow = (z: number): number => {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const polynomial =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z >= 0 ? 1 - above : above;
};

/**
 * How often one of `first` exceeds one of `second`, counting ties as half, and the probability of that or more by
 * chance.
 */
const mannWhitney = (first: readonly number[], second: readonly number[]) => {
  let u = 0;
  for (const one of first) for (const other of second) u += one > other ? 1 : one === other ? 0.5 : 0;
  const pairs = first.length * second.length;
  const deviation = Math.sqrt((pairs * (first.length + second.length + 1)) / 12);
  return { exceeds: u / pairs, chance: 2 * (1 - normalBelow(Math.abs(u - pairs / 2) / deviation)) };
};

/** Makes this many calls of each kind, in random order. */
const inTurns = async (rounds: number, call: (kind: Kind, round: number) => Promise<unknown>): Promise<Timings> => {
  const timings: Timings = { known: [], unknown: [] };
  for (let round = 0; round < rounds; round++) {
    const kinds: Kind[] = randomInt(2) === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const kind of kinds) {
      const startedMs = performance.now();
      await call(kind, round);
      timings[kind].push(performance.now() - startedMs);
    }
  }
  return timings;
};

const print = (title: string, { known, unknown }: Timings): void => {
  const { exceeds, chance } = mannWhitney(known, unknown);
  const [knownMs, unknownMs] = [middle(known), middle(unknown)];
  console.log(`${title}, ${known.length} each`);
  console.log(`  median: known ${knownMs.toFixed(2)} ms, unknown ${unknownMs.toFixed(2)} ms`);
  console.log(`  ratio of the medians: ${(knownMs / unknownMs).toFixed(3)}`);
  console.log(`  a known one takes longer than an unknown one in ${(100 * exceeds).toFixed(1)}% of all pairs`);
  console.log(`  Mann-Whitney U, two-sided: p = ${chance.toFixed(3)}\n`);
};

/** The wrong passwords that an address may try before it is refused, and the codes from anywhere that are compared. */
const LOGINS = 9;
const CODES = 4;

const measure = async (rounds: number): Promise<void> => {
  // Imported late, because it reads its settings when it is loaded.
  const { makeWorld, newEmail } = await import('#tests/integration/accounts/world');
  const world = makeWorld();
  const addresses = async (count: number, makeKnown: () => Promise<string>): Promise<Record<Kind, string[]>> => {
    const known: string[] = [];
    for (let n = 0; n < count; n++) known.push(await makeKnown());
    return { known, unknown: known.map(newEmail) };
  };
  const must = (status: number, wanted: number): void => {
    if (status !== wanted) throw new Error(`Answered ${status} instead of ${wanted}`);
  };

  const owners = await addresses(Math.ceil(rounds / LOGINS), async () => (await world.verifiedAccount()).email);
  const logIn = async (kind: Kind, round: number) => {
    const email = owners[kind][Math.floor(round / LOGINS)];
    must((await world.logIn({ email, password: 'not the password' })).status, 401);
  };
  await inTurns(1, logIn);
  print('Log-in with a wrong password', await inTurns(rounds - 1, (kind, round) => logIn(kind, round + 1)));

  const verified = await addresses(Math.ceil(rounds / LOGINS), async () => (await world.verifiedAccount()).email);
  const verifyAgain = async (kind: Kind, round: number) => {
    const email = verified[kind][Math.floor(round / LOGINS)];
    must((await world.verifyEmail({ email, code: '000000' })).status, 400);
  };
  print('Verification of an address that is verified', await inTurns(rounds, verifyAgain));

  const waiting = await addresses(Math.ceil(rounds / CODES), async () => {
    const email = newEmail();
    await world.signUp({ email, password: 'four plain words here' });
    return email;
  });
  const verify = async (kind: Kind, round: number) => {
    const email = waiting[kind][Math.floor(round / CODES)] ?? '';
    const code = String((Number(world.codesTo(email).at(-1) ?? 0) + 1) % 1_000_000).padStart(6, '0');
    must((await world.verifyEmail({ email, code })).status, 400);
  };
  print('Verification of an address that waits for another code', await inTurns(rounds, verify));
};

const USAGE = {
  command: 'node tests/bench/sign-in-timing.ts',
  does: `Whether time tells which addresses have an account: log-ins with a wrong password, and wrong codes, for known and for
unknown addresses in random turns over the local cloud's table. Prints both medians and the Mann-Whitney U test; a
chance of 50% that the known one takes longer is what nobody can learn from.`,
  options: { rounds: { value: '<number>', help: 'of each pair (default 300)' } },
} as const;

await runScript(USAGE, async ({ options }) => {
  const cloud = await openCloud({ port: await freePort(), logFile: `${STATE_FOLDER}/bench-ministack.log` });
  try {
    const tableName = `timing-${randomUUID()}`;
    await createTable(cloud.endpoint, tableName);
    const stage = functionVariables({ uses: ['mailer'] }, localStage(undefined), {
      tableName,
      queueUrls: {},
    });
    Object.assign(process.env, LOCAL_AWS_ENVIRONMENT, { AWS_ENDPOINT_URL: cloud.endpoint }, stage);
    console.log(`Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}\n`);
    await measure(wholeNumber('rounds', options.rounds ?? '300'));
  } finally {
    await cloud.stop();
  }
});
