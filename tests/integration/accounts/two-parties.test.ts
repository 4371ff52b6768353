import type * as Crypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { newAddress } from '#tests/integration/kit/test-kit';
import { makeWorld, newEmail, type ReadResponse } from './world.ts';

// Hundreds of passwords are hashed below, and the cost of hashing is not under test.
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>();
  const argon2 = (
    _: string,
    { message, nonce, secret }: Record<'message' | 'nonce' | 'secret', Crypto.BinaryLike>,
    callback: (error: null, hash: Buffer) => void,
  ): void => callback(null, crypto.createHmac('sha256', String(secret)).update(nonce).update(message).digest());
  return { ...crypto, argon2 };
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** All tries of a code, wherever they come from. */
const TRIES = 5;

const OWNERS_PASSWORD = 'the password of the owner';
const strangersPassword = (n: number): string => `password ${n} of a stranger`;

type World = ReturnType<typeof makeWorld>;

/** An address that two people sign up with: its owner, always from one network, and an attacker, from many. */
const scene = () => {
  const world = makeWorld();
  const email = newEmail();
  const home = newAddress();
  return { world, email, home, elsewhere: () => ({ sourceIp: newAddress() }), atHome: { sourceIp: home } };
};

type Scene = ReturnType<typeof scene>;

/** A code that was mailed to nobody. */
const wrongCode = ({ world, email }: Scene): string => {
  const mailed = world.codesTo(email);
  let code = 0;
  while (mailed.includes(String(code).padStart(6, '0'))) code++;
  return String(code).padStart(6, '0');
};

/** The actions of an attacker who knows the address. */
const STRANGERS: Readonly<Record<string, (scene: Scene, n: number) => Promise<ReadResponse>>> = {
  signsUp: ({ world, email, elsewhere }, n) =>
    world.signUp({ email, password: strangersPassword(n % 5), firstName: 'Mallory' }, elsewhere()),
  asksForAnotherCode: ({ world, email, elsewhere }) => world.resend({ email }, elsewhere()),
  logsIn: ({ world, email, elsewhere }, n) => world.logIn({ email, password: strangersPassword(n % 5) }, elsewhere()),
  guesses: (scene) => scene.world.verifyEmail({ email: scene.email, code: wrongCode(scene) }, scene.elsewhere()),
};

/** The password that the address has in the end, of all that were signed up. */
const passwordsThatWork = async ({ world, email, elsewhere }: Scene): Promise<string[]> => {
  const works: string[] = [];
  for (const password of [OWNERS_PASSWORD, ...Array.from({ length: 5 }, (_, n) => strangersPassword(n))]) {
    // Wrong passwords lock an address for a quarter of an hour.
    world.pass(15 * MINUTE);
    if ((await world.logIn({ email, password }, elsewhere())).status === 200) works.push(password);
  }
  return works;
};

const actions = (maxLength: number) =>
  fc.array(fc.constantFrom(...Object.keys(STRANGERS), 'signsUp', 'signsUp'), { maxLength, size: 'max' });

const act = (name: string, scene: Scene, n: number): Promise<ReadResponse> => {
  const action = STRANGERS[name];
  if (!action) throw new Error(`Strangers do not ${name}`);
  return action(scene, n);
};

const perform = async (names: readonly string[], scene: Scene, secondsEach: number): Promise<void> => {
  for (const [n, name] of names.entries()) {
    await act(name, scene, n);
    scene.world.pass(secondsEach);
  }
};

/** The owner signs up, waiting for as long as the response says. */
const ownerSignsUp = async ({ world, email, atHome }: Scene): Promise<string> => {
  for (let tries = 0; tries < 10; tries++) {
    const response = await world.signUp({ email, password: OWNERS_PASSWORD, firstName: 'Ada' }, atHome);
    if (response.status === 201) return world.codeTo(email);
    expect(response.status).toBe(429);
    world.pass(Number(response.headers['Retry-After']));
  }
  throw new Error('The owner was refused ten times, and waited as long as the response says each time');
};

/**
 * The owner enters a code. With fewer than five guesses by others it is valid. Otherwise it may be used up, and the
 * next code that the owner requests is for the same sign-up.
 */
const expectOwnerVerifies = async (
  { world, email, atHome }: Scene,
  first: ReadResponse,
  meanwhile: readonly string[],
): Promise<void> => {
  if (first.status === 200) return;
  expect(meanwhile.filter((name) => name === 'guesses').length).toBeGreaterThanOrEqual(TRIES);
  expect(first.status).toBe(400);
  world.pass(HOUR);
  await world.resend({ email }, atHome);
  expect((await world.verifyEmail({ email, code: world.codeTo(email) }, atHome)).status).toBe(200);
};

describe('the owner of an address and an attacker who signs up with it too', () => {
  test('no number of sign-ups by the attacker displaces the owner, who signed up first', async () => {
    const stage = scene();
    const { world, email, atHome } = stage;
    const code = await ownerSignsUp(stage);
    const statuses = [];
    for (let n = 0; n < 20; n++) {
      statuses.push((await world.signUp({ email, password: `${n} of a stranger` }, stage.elsewhere())).status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(16);
    expect((await world.verifyEmail({ email, code }, atHome)).status).toBe(200);
    expect(await passwordsThatWork(stage)).toEqual([OWNERS_PASSWORD]);
  });

  test("whatever the attacker does before and after, the owner verifies the address, and the owner's password is the one", async () => {
    await fc.assert(
      fc.asyncProperty(actions(10), actions(19), fc.constantFrom(20, 900), async (before, after, secondsEach) => {
        const stage = scene();
        const { world, email, atHome } = stage;
        await perform(before, stage, secondsEach);
        const code = await ownerSignsUp(stage);
        await perform(after, stage, 30);
        await world.resend({ email }, atHome);
        await expectOwnerVerifies(stage, await world.verifyEmail({ email, code }, atHome), after);
        expect(await passwordsThatWork(stage)).toEqual([OWNERS_PASSWORD]);
      }),
      { numRuns: 8 },
    );
  });

  test('even at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(actions(12), actions(12), async (before, meanwhile) => {
        const stage = scene();
        const { world, email, atHome } = stage;
        await Promise.all(before.map((name, n) => act(name, stage, n)));
        const code = await ownerSignsUp(stage);
        const [verified] = await Promise.all([
          world.verifyEmail({ email, code }, atHome),
          ...meanwhile.map((name, n) => act(name, stage, n)),
        ]);
        await expectOwnerVerifies(stage, verified, meanwhile);
        expect(await passwordsThatWork(stage)).toEqual([OWNERS_PASSWORD]);
      }),
      { numRuns: 8 },
    );
  });

  test("a code that the owner requests again is for the owner's sign-up, whoever signed up before", async () => {
    const stage = scene();
    const { world, email, atHome } = stage;
    await act('signsUp', stage, 1);
    await ownerSignsUp(stage);
    await act('signsUp', stage, 2);
    world.pass(11 * MINUTE);
    await world.resend({ email }, atHome);
    expect((await world.verifyEmail({ email, code: world.codeTo(email) }, atHome)).status).toBe(200);
    expect(await passwordsThatWork(stage)).toEqual([OWNERS_PASSWORD]);
  });
});

/** The promises of the mails, tracked outside the service. */
interface Promised {
  readonly code: string;
  readonly password: string;
  readonly sentAtMs: number;
  tries: number;
}

const NETWORKS = ['home', 'office', 'stranger'] as const;

type Action = (typeof ACTIONS)[number];
const ACTIONS = ['signUp', 'resend', 'logIn', 'guess', 'enter', 'wait'] as const;

interface Command {
  readonly action: Action;
  readonly from: (typeof NETWORKS)[number];
  readonly n: number;
}

/** Follows the service through any commands, and compares each of its responses with the promises of its mails. */
const follow = (world: World) => {
  const email = newEmail();
  const networks = Object.fromEntries(NETWORKS.map((name) => [name, newAddress()]));
  const promised: Promised[] = [];
  const passwordBySignUpTime = new Map<string, string>();
  let activated: string | undefined;

  const isAccepted = ({ sentAtMs, tries }: Promised): boolean =>
    activated === undefined && world.now() < sentAtMs + 10 * MINUTE * 1000 && tries < 5;

  const noteMails = (): void => {
    for (const { data } of world.mails.slice(promised.length)) {
      const password = passwordBySignUpTime.get(data.signedUpAt);
      if (password === undefined) throw new Error('A mail names a sign-up that nobody made');
      const sentAtMs = world.now();
      promised.push({ code: data.code, password, sentAtMs, tries: 0 });
    }
    const anHourAgoMs = world.now() - 60 * MINUTE * 1000;
    expect(promised.filter(({ sentAtMs }) => sentAtMs > anHourAgoMs).length).toBeLessThanOrEqual(5);
  };

  const enter = async (code: string, from: string): Promise<void> => {
    const right = promised.find((one) => one.code === code && isAccepted(one));
    const { status } = await world.verifyEmail({ email, code }, { sourceIp: String(networks[from]) });
    expect(status).toBe(right ? 200 : 400);
    if (right) activated = right.password;
    const looked = promised.filter((one) => !right && isAccepted(one));
    for (const one of looked) one.tries++;
  };

  const commands: Readonly<Record<Action, (command: Command) => Promise<unknown>>> = {
    signUp: async ({ from, n }) => {
      const response = await world.signUp(
        { email, password: strangersPassword(n) },
        { sourceIp: String(networks[from]) },
      );
      if (response.status === 201) passwordBySignUpTime.set(new Date(world.now()).toISOString(), strangersPassword(n));
      expect([201, activated === undefined ? 429 : 409]).toContain(response.status);
    },
    resend: ({ from }) => world.resend({ email }, { sourceIp: String(networks[from]) }),
    logIn: async ({ from, n }) => {
      world.pass(15 * MINUTE);
      const body = { email, password: strangersPassword(n) };
      const { status } = await world.logIn(body, { sourceIp: String(networks[from]) });
      expect(status === 200).toBe(activated === strangersPassword(n));
    },
    guess: ({ from }) => enter(wrongCode({ world, email } as Scene), from),
    enter: ({ from, n }) => enter(promised.at(-1 - n)?.code ?? '000000', from),
    wait: async ({ n }) => world.pass(n * 2 * MINUTE),
  };

  return async (command: Command): Promise<void> => {
    world.pass(1);
    await commands[command.action](command);
    noteMails();
  };
};

describe('every mailed code', () => {
  test('keeps what its mail promised, through any sequence of actions', async () => {
    const command = fc.record<Command>({
      action: fc.constantFrom(...ACTIONS, 'signUp', 'guess', 'guess', 'resend'),
      from: fc.constantFrom(...NETWORKS),
      n: fc.integer({ min: 0, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40, size: 'max' }), async (commands) => {
        const step = follow(makeWorld());
        for (const one of commands) await step(one);
      }),
      { numRuns: 10 },
    );
  });
});
