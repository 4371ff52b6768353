import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Program } from '#client/src/cli/world';
import { json, type Respond, refuse } from '#tests/unit/client/lying-server';
import { kybOn } from './kyb-world.ts';

const wallet: Respond = (response) => json(response, 200, { success: true, wallet: { balanceKobo: 1 } });

/** A machine's store of secrets: what its program is asked and answers. */
const keychain = () => {
  const kept = new Map<string, string>();
  const runProgram = async ({ command, args, input = '' }: Program): Promise<string | undefined> => {
    const profile = args.at(command === 'security' ? args.indexOf('-a') + 1 : -1) ?? '';
    const [, named = '', key = ''] = /-a "(\S+)" -w "(\S+)"/.exec(input) ?? [];
    if (args[0] === '-i') kept.set(named, key);
    else if (args[0] === 'store') kept.set(profile, input);
    else if (/^clear|^delete/.test(args[0] ?? '')) kept.delete(profile);
    else return kept.has(profile) ? `${kept.get(profile)}\n` : undefined;
    return '';
  };
  return { kept, runProgram };
};

const filesOf = (folder: string) => readdirSync(folder, { recursive: true }).map(String);

describe('kyb login', () => {
  test('asks for the address and for the key, unseen, and keeps both for the owner alone, with a line that says so', async () => {
    const machine = await kybOn(wallet, { env: {}, typed: [] });
    const { kyb, url, home, asked } = await kybOn(wallet, { env: {}, typed: [`${machine.url}/v1/`, ' test_sk_abc\n'] });
    const { status, out, err } = await kyb('login');
    expect(asked).toStrictEqual(['Address of the API: ', 'Secret API key (it is not shown): (hidden)']);
    expect([status, out]).toStrictEqual([0, '']);
    expect(err).toContain(
      `Logged in to ${machine.url} (sandbox). The key is kept in ${join(home, '.config/kyb')}, in a file`,
    );
    const file = join(home, '.config/kyb/profiles.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toStrictEqual({ default: { url: machine.url, key: 'test_sk_abc' } });
    expect([statSync(file).mode & 0o777, statSync(join(home, '.config/kyb')).mode & 0o777]).toStrictEqual([
      0o600, 0o700,
    ]);
    expect(machine.received.map(({ headers }) => headers.authorization)).toStrictEqual(['Bearer test_sk_abc']);
    expect(url).not.toBe(machine.url);
  });

  test.each([
    ['darwin', 'the keychain'],
    ['linux', 'the Secret Service'],
  ] as const)('on %s keeps the key in %s: in no file, and in no argument of a program', async (platform, title) => {
    const { kept, runProgram } = keychain();
    const { kyb, url, home, programs, received } = await kybOn(wallet, {
      ...{ env: {}, platform, runProgram, piped: 'test_sk_abc\n' },
    });
    const login = await kyb('login', '--url', url, '--key-stdin', '--profile', 'shop');
    expect(login).toMatchObject({ status: 0, err: expect.stringContaining(`The key is kept in ${title}.`) });
    expect([...kept]).toStrictEqual([['shop', 'test_sk_abc']]);
    expect(JSON.stringify(programs.map(({ args }) => args))).not.toContain('test_sk_abc');
    expect(readFileSync(join(home, '.config/kyb/profiles.json'), 'utf8')).not.toContain('test_sk_abc');
    expect(await kyb('get', 'wallet', '--profile', 'shop')).toMatchObject({ status: 0 });
    expect(received.at(-1)?.headers.authorization).toBe('Bearer test_sk_abc');
    await kyb('logout', '--profile', 'shop');
    expect(kept.size).toBe(0);
    expect(await kyb('get', 'wallet', '--profile', 'shop')).toMatchObject({
      status: 1,
      err: 'No API is known: run `kyb login --profile shop`, or set KYB_API_URL and KYB_API_KEY.\n',
    });
  });

  test('on Windows keeps the key in %APPDATA%', async () => {
    const { kyb, url, home } = await kybOn(wallet, { env: {}, platform: 'win32', piped: 'test_sk_abc' });
    await kyb('login', '--url', url, '--key-stdin');
    expect(filesOf(home)).toContain(join('AppData', 'Roaming', 'kyb', 'profiles.json'));
  });

  test('a program that takes the key but keeps nothing is no store of secrets', async () => {
    const { kyb, url, home } = await kybOn(wallet, {
      ...{ env: {}, platform: 'darwin', runProgram: async () => '', piped: 'test_sk_abc' },
    });
    expect((await kyb('login', '--url', url, '--key-stdin')).err).toContain('in a file that only you can read');
    expect(readFileSync(join(home, '.config/kyb/profiles.json'), 'utf8')).toContain('test_sk_abc');
  });

  test('keeps nothing of a key that does not work', async () => {
    const { kyb, url, home } = await kybOn((response) => refuse(response, 401, 'UNAUTHENTICATED'), {
      ...{ env: {}, piped: 'test_sk_abc' },
    });
    const { status, err } = await kyb('login', '--url', url, '--key-stdin');
    expect([status, err]).toStrictEqual([1, expect.stringContaining('Run `kyb login` with a key that works.')]);
    expect(filesOf(home)).toStrictEqual([]);
  });

  test('keeps several profiles apart, and forgets one', async () => {
    const { kyb, url, received } = await kybOn(wallet, { env: {}, typed: ['test_sk_one', 'live_sk_two'] });
    await kyb('login', '--url', url);
    await kyb('login', '--url', url, '--profile', 'live');
    await kyb('get', 'wallet');
    await kyb('get', 'wallet', '--profile', 'live');
    expect(received.slice(-2).map(({ headers }) => headers.authorization)).toStrictEqual([
      'Bearer test_sk_one',
      'Bearer live_sk_two',
    ]);
    expect((await kyb('logout')).err).toBe('The key of the profile default is forgotten.\n');
    expect((await kyb('logout')).err).toBe('There is no profile default.\n');
    expect((await kyb('get', 'wallet', '--profile', 'live')).status).toBe(0);
  });

  test.each([
    [['login', '--key-stdin'], '--url is missing: the address of the API.'],
    [['login', '--url', 'shop'], 'The address of the API must be a URL, such as https://api.example.com.'],
    [
      ['login', '--url', 'ftp://x'],
      'The address of the API must begin with https://; http:// is for this machine only.',
    ],
    [
      ['login', '--url', 'http://api.example.com'],
      'The address of the API must begin with https://; http:// is for this machine only.',
    ],
    [
      ['login', '--url', 'https://api.example.com'],
      'There is no terminal to type the key in: send it by a pipe, with --key-stdin.',
    ],
    [
      ['login', '--url', 'https://api.example.com', '--key-stdin'],
      'The key must be a secret API key: test_sk_... or live_sk_...',
    ],
    [['login', '--profile', '../x'], 'The name of a profile has letters, digits, - and _ only, at most 40.'],
    [['login', 'test_sk_x'], "Unknown argument 'test_sk_x'. See `kyb login --help`."],
  ])('%j is refused in one line', async (words, line) => {
    const { kyb, received } = await kybOn(wallet, { env: {}, piped: 'test_pk_public' });
    expect(await kyb(...words)).toStrictEqual({ status: 2, out: '', err: `${line}\n` });
    expect(received).toStrictEqual([]);
  });
});

describe('kyb status', () => {
  const api =
    (walletStatus: number): Respond =>
    (response, _, { path }) => {
      if (path === '/v1/status')
        return json(response, 200, { success: true, data: { version: '0.1.0', stage: 'local', region: 'af-south-1' } });
      if (walletStatus !== 200) return refuse(response, walletStatus, 'UNAUTHENTICATED');
      return json(response, 200, { success: true, wallet: {} });
    };

  test('shows the API, the environment and where the key comes from, but not the key', async () => {
    const { kyb, url } = await kybOn(api(200));
    const { status, out, err } = await kyb('status', '--json');
    expect([status, err]).toStrictEqual([0, '']);
    expect(JSON.parse(out)).toStrictEqual({
      url,
      ...{ version: '0.1.0', stage: 'local', region: 'af-south-1' },
      ...{ environment: 'sandbox', source: 'KYB_API_KEY', works: true },
    });
  });

  test('says that a key does not work, and fails', async () => {
    const { kyb } = await kybOn(api(401));
    const { status, out, err } = await kyb('status');
    expect([status, err]).toStrictEqual([1, 'The API does not accept the key: run `kyb login` with another one.\n']);
    expect(out).toMatch(/^works +false$/m);
  });
});
