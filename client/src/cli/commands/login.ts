import { type Command, clientOf, connect, type Given, PROFILE, SHOWING, textOf } from '#client/src/cli/command';
import { printObject } from '#client/src/cli/print';
import {
  apiAddress,
  environmentOf,
  keepProfile,
  profileName,
  removeProfile,
  secretKey,
} from '#client/src/cli/profiles';
import type { World } from '#client/src/cli/world';
import { KybError } from '#client/src/errors';
import { UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';

const askedKey = ({ keyboard }: World, { options }: Given): Promise<string> => {
  if (options['key-stdin'] === true) return keyboard.readAll();
  if (keyboard.isTerminal) return keyboard.ask('Secret API key (it is not shown): ', true);
  throw new UsageError('There is no terminal to type the key in: send it by a pipe, with --key-stdin.');
};

const askedUrl = async ({ keyboard, env }: World, given: Given): Promise<string> => {
  const url = textOf(given, 'url') ?? env['KYB_API_URL'];
  if (url) return url;
  if (keyboard.isTerminal && given.options['key-stdin'] !== true) return keyboard.ask('Address of the API: ', false);
  throw new UsageError('--url is missing: the address of the API.');
};

/** `kyb login`. */
export const LOGIN: Command = {
  usage: {
    command: 'kyb login',
    does: `Asks for the address of the API and a secret API key, tries them, and keeps the key as your system keeps secrets: in the
keychain of macOS, in the Secret Service of Linux, otherwise in a file that only you can read.`,
    options: {
      url: { value: '<url>', help: 'the address of the API, such as https://api.example.com' },
      'key-stdin': { help: 'reads the key from a pipe' },
      ...PROFILE,
    },
  },
  run: async (world, given) => {
    const name = profileName(given.options['profile']);
    const url = apiAddress((await askedUrl(world, given)).trim());
    const key = secretKey(await askedKey(world, given));
    await clientOf(world, { url, key }).wallet.get();
    const place = await keepProfile(world, name, url, key);
    world.err.write(`Logged in to ${url} (${environmentOf(key)}). The key is kept in ${place}.\n`);
  },
};

/** `kyb logout`. */
export const LOGOUT: Command = {
  usage: { command: 'kyb logout', does: 'Forgets the key of a profile.', options: PROFILE },
  run: async (world, given) => {
    const name = profileName(given.options['profile']);
    const wasKept = await removeProfile(world, name);
    world.err.write(wasKept ? `The key of the profile ${name} is forgotten.\n` : `There is no profile ${name}.\n`);
  },
};

/** `kyb status`. */
export const STATUS: Command = {
  usage: {
    command: 'kyb status',
    does: 'Shows which API and environment you use, and whether the key works.',
    options: SHOWING,
  },
  run: async (world, given) => {
    const { kyb, url, key, source } = await connect(world, given);
    const refusal = (error: unknown): KybError => {
      if (error instanceof KybError && error.status === 401) return error;
      throw error;
    };
    const [{ data: service }, answer] = await Promise.all([kyb.service.getStatus(), kyb.wallet.get().catch(refusal)]);
    const works = !(answer instanceof KybError);
    const { version, stage, region } = service;
    printObject(world, given.options, { url, version, stage, region, environment: environmentOf(key), source, works });
    if (!works) throw new UserError('The API does not accept the key: run `kyb login` with another one.');
  },
};
