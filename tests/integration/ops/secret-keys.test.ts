import { generateKeyPairSync } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '#scripts/local-cloud/user-error';
import { type SignIn, toSignInItem } from '#shared/auth/accounts/sign-in';
import { hashPassword } from '#shared/auth/passwords/passwords';
import { put } from '#shared/db/expressions';
import { unixSeconds } from '#shared/platform/clock';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { opsWorld } from './world.ts';

type World = Awaited<ReturnType<typeof opsWorld>>;

const NEVER = 'no longer needed';

describe('rotate-secret', () => {
  test.each(['vault', 'pepper', 'signing'] as const)('puts a new key before all the keys of %s', async (name) => {
    const world = await opsWorld();
    const before = world.state.secrets[name];
    expect(await world.run(['rotate-secret', name])).toContain('2026-11-22T06:00:00.000Z');
    const { current, older } = world.state.secrets[name];
    expect(current.versionId).toBe('2026-11-22T06:00:00.000Z');
    expect(Buffer.from(current.value, 'base64')).toHaveLength(48);
    expect(older).toEqual([before.current]);
    world.pass(1);
    await world.run(['rotate-secret', name]);
    expect(world.state.secrets[name].older).toEqual([current, before.current]);
  });

  test('reports that somebody else changed the secret at the same moment', async () => {
    const world = await opsWorld();
    const { secrets } = world.effects();
    const lost = { ...secrets, write: async () => undefined };
    await expect(world.run(['rotate-secret', 'vault'], {}, { secrets: lost })).rejects.toThrow(/Somebody else/);
  });

  test.each(['rotate-secret', 'prune-secret'])('%s refuses a secret that does not exist', async (command) => {
    const world = await opsWorld();
    for (const name of ['paystack', 'toString']) {
      await expect(world.run([command, name])).rejects.toThrow(UserError);
    }
  });

  test('refuses a secret with the maximum number of keys of a keyring', async () => {
    const world = await opsWorld();
    for (let n = 0; n < 99; n++) world.rotate();
    await expect(world.run(['rotate-secret', 'vault'])).rejects.toThrow(/already has 100 older keys/);
  });
});

describe('a rotation of the vault, from its first to its last step', () => {
  test('ends with only the newest key, and everything still opens', async () => {
    const world = await opsWorld();
    const sealed = await world.addSealed(4);
    await world.run(['rotate-secret', 'vault']);

    // Too early, because running functions may still seal with the previous key.
    const early = await world.run(['reseal-secrets']);
    expect(early).toMatch(/^4 texts were/);
    expect(early).toMatch(/must stay, .* try again after 2026-11-22T06:10:00.000Z/);
    expect(await world.run(['prune-secret', 'vault'])).toMatch(/must stay/);
    const [before] = world.state.secrets.vault.older ?? [];
    if (!before) throw new Error('It was not rotated');
    sealed.push(await world.addSealedWidget({ current: before }));

    world.pass(11);
    expect(await world.run(['prune-secret', 'vault'])).toMatch(/must stay, 1 text is sealed with it/);
    expect(await world.run(['reseal-secrets'])).toContain(NEVER);
    expect(await world.run(['prune-secret', 'vault'], { 'dry-run': true })).toContain('would be removed');
    expect(world.state.secrets.vault.older).toHaveLength(1);
    expect(await world.run(['prune-secret', 'vault'])).toContain('was removed');
    expect(world.state.secrets.vault.older).toEqual([]);
    for (const one of sealed) expect(await world.open(one)).toBe(one.opened);
    expect(await world.run(['prune-secret', 'vault'])).toBe('The secret vault has no older keys.');
  });

  test('removes the keys that nothing needs, and keeps the one that is needed', async () => {
    const world = await opsWorld();
    world.rotate();
    const needed = world.state.secrets.vault.current;
    await world.addSealedWebhook();
    world.rotate();
    world.pass(11);
    await world.run(['prune-secret', 'vault']);
    expect(world.state.secrets.vault.older).toEqual([needed]);
  });

  test('with --force removes all of them', async () => {
    const world = await opsWorld();
    await world.addSealedWebhook();
    world.rotate();
    expect(await world.run(['prune-secret', 'vault'], { force: true })).toContain('was removed');
    expect(world.state.secrets.vault.older).toEqual([]);
  });
});

const addSignIn = (world: World, address: string, signIn: SignIn) =>
  world.table.write(put(toSignInItem(address, signIn)));

const verified = (passwordHash: string): SignIn => ({
  status: 'verified',
  accountId: 'usr_1',
  passwordHash,
  sessionGeneration: 0,
});

const pending = (passwordHash: string, expiresAtSeconds: number): SignIn => ({
  status: 'pending',
  accountId: 'usr_1',
  revision: 'r',
  waiting: [
    {
      passwordHash,
      codes: [],
      signedUpAtMs: 0,
      signedUpFrom: 'network',
      profile: { firstName: null, lastName: null, companyName: null, phone: null },
    },
  ],
  sentAtMs: [],
  expiresAtSeconds,
});

describe('an older pepper', () => {
  test('stays while a password was hashed with it, and for the 60 days that an unsubscribe link works', async () => {
    const world = await opsWorld();
    const old = await hashPassword('three quiet herons', world.state.secrets.pepper);
    await addSignIn(world, 'one', verified(old));
    await addSignIn(world, 'two', pending(old, unixSeconds(world.state.nowMs) + 3600));
    await world.run(['rotate-secret', 'pepper']);
    world.pass(11);
    expect(await world.run(['prune-secret', 'pepper'])).toMatch(/must stay, 2 passwords were hashed with it/);

    await world.table.write(
      put(toSignInItem('one', verified(await hashPassword('three quiet herons', world.state.secrets.pepper))), {}),
    );
    await world.table.write(put(toSignInItem('two', pending(old, unixSeconds(world.state.nowMs))), {}));
    expect(await world.run(['prune-secret', 'pepper'])).toMatch(/must stay, unsubscribe links were made with it/);
    world.pass(60 * 24 * 60);
    expect(await world.run(['prune-secret', 'pepper'])).toContain('was removed');
    expect(world.state.secrets.pepper.older).toEqual([]);
  });

  test('stays for ten minutes after the rotation, in which a function may still hash with it', async () => {
    const world = await opsWorld();
    await world.run(['rotate-secret', 'pepper']);
    world.pass(9);
    expect(await world.run(['prune-secret', 'pepper'])).toMatch(/must stay/);
  });
});

describe('an older signing key', () => {
  test('stays while a refresh token that was made with it may be valid', async () => {
    const world = await opsWorld();
    await world.run(['rotate-secret', 'signing']);
    world.pass(30 * 24 * 60 + 9);
    expect(await world.run(['prune-secret', 'signing'])).toMatch(/must stay, refresh tokens/);
    world.pass(1);
    expect(await world.run(['prune-secret', 'signing'])).toContain('was removed');
    expect(world.state.secrets.signing.older).toEqual([]);
  });

  test('that has leaked is removed at once with --force', async () => {
    const world = await opsWorld();
    await world.run(['rotate-secret', 'signing']);
    expect(await world.run(['prune-secret', 'signing'], { force: true })).toContain('was removed');
    expect(world.state.secrets.signing.older).toEqual([]);
  });
});

test('exported secrets are imported into another stage, whose own keys go on working', async () => {
  const [from, into] = [await opsWorld(), await opsWorld()];
  const folder = temporaryFolder('secrets');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [publicFile, privateFile, file] = [
    join(folder, 'public.pem'),
    join(folder, 'private.pem'),
    join(folder, 'secrets'),
  ];
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const own = into.state.secrets.vault.current;
  await from.run(['export-secrets', publicFile, file]);
  expect(statSync(file).mode & 0o077, 'for its owner alone').toBe(0);

  const words = ['import-secrets', file, privateFile];
  expect(await into.run(words, { 'dry-run': true })).toContain('Not done (dry run): signing has 2 keys');
  expect(into.state.secrets.vault.current).toEqual(own);
  await into.run(words);
  expect(into.state.secrets.vault).toEqual({ current: from.state.secrets.vault.current, older: [own] });
  await expect(into.run(['import-secrets', 'missing', 'missing'])).rejects.toThrow('The file missing cannot be read.');
});
