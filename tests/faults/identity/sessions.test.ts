import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { SETTLING_SECONDS } from '#shared/auth/sessions/published-keys';
import { serviceTable } from '#shared/db/client';
import { makeTable, type Table } from '#shared/db/operations';
import { readKeyId, readUnverifiedClaims } from '#shared/http/caller/access-token-verifier';
import { callerKeys } from '#shared/http/caller/keys';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';
import { env } from '#shared/platform/env';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { faultyTable, type TableFault } from '#tests/faults/faulty-table';
import { countStatuses, makeWorld, newEmail, PASSWORD, type ReadResponse } from '#tests/integration/accounts/world';
import { call, testKit } from '#tests/integration/kit/test-kit';
import { createTable } from '#tests/support/setup/table';
import { freshSecret, rotated, rotatedRing } from '#tests/unit/auth/secret-fixtures';

const SKEW_SECONDS = 120;
const SKEWS = [-SKEW_SECONDS, 0, SKEW_SECONDS];

const whoami = contract({
  name: 'whoami',
  group: 'test',
  method: 'GET',
  route: '/v1/whoami',
  summary: 'Tell who is calling',
  caller: 'account',
  success: { 200: v.object({ accountId: v.string() }) },
  touches: {},
});

/** This file has its own table, because the key set is one item that other tests also write. */
let table: Table;
const stage = { secret: freshSecret(), pepper: freshSecret() };

beforeAll(async () => {
  const tableName = `sessions-${randomUUID()}`;
  await createTable(env('AWS_ENDPOINT_URL'), tableName);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(), {
    marshallOptions: { removeUndefinedValues: true },
  });
  table = makeTable(client, tableName);
});

/** A container whose clock is this many seconds ahead of the true time. */
const container = (aheadSeconds = 0) => {
  const world = makeWorld(table);
  Object.assign(world.secrets, { signing: stage.secret, pepper: stage.pepper });
  world.pass(aheadSeconds);
  const handler = serve(
    whoami,
    { answer: ({ caller: { accountId } }) => ({ status: 200, body: { accountId } }) },
    testKit({ table: () => table, clock: world.now }),
  );
  return {
    ...world,
    refresh: (refreshToken: string): Promise<ReadResponse> => world.refresh({ refreshToken }),
    /** The status of a call with an access token. */
    accepts: async (token: string): Promise<number> =>
      (await call(handler, { headers: { authorization: `Bearer ${token}` } })).status,
    learn: (signing: VersionedSecret): void => {
      world.secrets.signing = signing;
    },
  };
};

type Container = ReturnType<typeof container>;

const logIn = async (on: Container): Promise<{ access: string; refresh: string }> => {
  const { email } = await on.verifiedAccount(newEmail());
  return tokensOf(await on.logIn({ email, password: PASSWORD }));
};

const tokensOf = ({ status, cookies }: ReadResponse): { access: string; refresh: string } => {
  expect(status).toBe(200);
  return { access: cookies['token'] ?? '', refresh: cookies['refreshToken'] ?? '' };
};

const sessionOf = (access: string) => table.get(callerKeys.accountSession(readUnverifiedClaims(access)?.sid ?? ''));

describe('Clocks of containers that are two minutes apart', () => {
  test.each(SKEWS)(
    "a token issued %i s off is accepted everywhere at once, until its end by the verifier's clock",
    async (issued) => {
      const { access } = await logIn(container(issued));
      const endSeconds = readUnverifiedClaims(access)?.exp ?? 0;
      for (const skew of SKEWS) {
        const verifier = container(skew);
        expect(await verifier.accepts(access)).toBe(200);
        verifier.pass(endSeconds - Math.floor(verifier.now() / 1000) - 1);
        expect(await verifier.accepts(access)).toBe(200);
        verifier.pass(1);
        expect(await verifier.accepts(access)).toBe(401);
      }
    },
  );

  test('the live refresh token rotates on each of them, whichever made it', async () => {
    const containers = [...SKEWS, ...SKEWS.toReversed(), 0].map(container);
    const [first] = containers;
    if (!first) throw new Error('There are no containers');
    let { refresh, access } = await logIn(first);
    for (const one of containers) ({ refresh, access } = tokensOf(await one.refresh(refresh)));
    expect(await sessionOf(access)).toMatchObject({ refreshCounter: containers.length });
  });

  test('100 parallel refreshes on them never leave two live tokens', async () => {
    const containers = SKEWS.map(container);
    const [home] = containers;
    if (!home) throw new Error('There are no containers');
    const { access, refresh } = await logIn(home);
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (containers[n % containers.length] ?? home).refresh(refresh)),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    for (const { status } of refused) expect(status).toBe(401);
    const successors = new Set(
      responses.filter(({ status }) => status === 200).map((response) => tokensOf(response).refresh),
    );
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    // A clock that is ahead may take a retry for reuse. If so, the session is over, and none of its tokens works.
    const session = await sessionOf(access);
    expect(session).toMatchObject({ refreshCounter: 1 });
    expect(session?.['endedAt'] === undefined).toBe(refused.length === 0);
    expect((await container().refresh(successor)).status).toBe(refused.length === 0 ? 200 : 401);
    expect(await container().accepts(access)).toBe(refused.length === 0 ? 200 : 401);
  });
});

describe('A stolen token that was exchanged before', () => {
  test('ends the session for both the thief and the owner, with its refresh and access tokens', async () => {
    const home = container();
    const stolen = await logIn(home);
    const second = tokensOf(await home.refresh(stolen.refresh));
    const third = tokensOf(await home.refresh(second.refresh));
    expect(await home.accepts(third.access)).toBe(200);
    expect((await container().refresh(stolen.refresh)).body.code).toBe('REFRESH_TOKEN_REUSED');
    for (const { access, refresh } of [stolen, second, third]) {
      expect(await home.accepts(access)).toBe(401);
      expect((await home.refresh(refresh)).status).toBe(401);
    }
  });
});

describe('100 parallel refreshes over a table that throttles and loses its responses', () => {
  test('leave one live successor, which all of them get in the end', async () => {
    const faults: readonly TableFault[] = ['throttled', 'responseLost', 'refused'];
    let requests = 0;
    const world = makeWorld(
      faultyTable(({ isWrite }) => {
        requests++;
        return isWrite || requests % 10 === 0 ? faults[requests % 4] : undefined;
      }),
    );
    const healthy = makeWorld(serviceTable());
    const { email } = await healthy.verifiedAccount();
    const { refresh: token } = tokensOf(await healthy.logIn({ email, password: PASSWORD }));
    const insistently = async (): Promise<ReadResponse> => {
      for (let tries = 1; ; tries++) {
        const response = await world.refresh({ refreshToken: token });
        if (response.status !== 503 || tries === 20) return response;
      }
    };
    const responses = await Promise.all(Array.from({ length: 100 }, insistently));
    expect(countStatuses(responses)).toEqual({ 200: 100 });
    const successors = new Set(responses.map((response) => tokensOf(response).refresh));
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    expect((await healthy.refresh({ refreshToken: successor })).status).toBe(200);
  });
});

describe('A signing secret that is rotated while tokens are valid', () => {
  test('ends no session: old tokens are valid until their end, and new ones are signed by the new key', async () => {
    const home = container();
    const before = await logIn(home);

    home.pass(60 * 60);
    const issued = tokensOf(await home.refresh(before.refresh));
    const second = rotated(stage.secret);
    home.learn(second);
    expect(await home.accepts(issued.access)).toBe(200);
    const during = tokensOf(await home.refresh(issued.refresh));
    expect(await home.accepts(during.access)).toBe(200);
    // A request in progress gets the successor that was made with the other version.
    expect(tokensOf(await home.refresh(issued.refresh)).refresh).toBe(during.refresh);

    home.pass(SETTLING_SECONDS);
    const settled = tokensOf(await home.refresh(during.refresh));
    expect(readKeyId(settled.access)).not.toBe(readKeyId(issued.access));
    expect(await home.accepts(settled.access)).toBe(200);
    expect(await home.accepts(during.access)).toBe(200);

    // After one more rotation, the version that the first tokens were made with is gone.
    home.pass(60 * 60);
    home.learn(rotated(second));
    const again = tokensOf(await home.refresh(settled.refresh));
    expect(await home.accepts(again.access)).toBe(200);
    expect(await sessionOf(again.access)).toMatchObject({ refreshCounter: 4 });
  });

  test('any number of times, as a keyring: a session that was idle in the meantime continues', async () => {
    const home = container();
    const { refresh } = await logIn(home);
    let secret = stage.secret;
    for (let n = 0; n < 4; n++) {
      home.pass(60 * 60);
      secret = rotatedRing(secret);
      home.learn(secret);
      await logIn(home);
    }
    expect(await home.accepts(tokensOf(await home.refresh(refresh)).access)).toBe(200);
  });

  test('ends the sessions of a leaked key once it is removed, because its holder could make their tokens', async () => {
    const home = container();
    const { access, refresh } = await logIn(home);
    home.pass(60 * 60);
    home.learn(freshSecret());
    expect((await home.refresh(refresh)).status).toBe(401);
    await logIn(home);
    home.pass(5 * 60);
    expect(await home.accepts(access)).toBe(401);
  });
});
