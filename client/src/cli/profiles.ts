import type { Environment } from '#client/src/api-types';
import { UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';
import { configFolder, readJson, writeJson } from './files.ts';
import { readSecret, removeSecret, saveSecret } from './secret-store.ts';
import type { World } from './world.ts';

/** A profile as it is kept. */
interface KeptProfile {
  readonly url: string;
  /** The key, where the system has no store of secrets that works. */
  readonly key?: string;
}

type Profiles = Readonly<Record<string, KeptProfile>>;

/** Which API is called, and as whom. */
export interface Login {
  /** The address of the API, without `/v1`. */
  readonly url: string;
  readonly key: string;
  /** Where the key comes from. */
  readonly source: string;
}

const FILE = 'profiles.json';

const DEFAULT_PROFILE = 'default';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The address of an API, without `/v1`. @throws UsageError for another text, and for one that would send the key in the open. */
export const apiAddress = (text: string): string => {
  if (!URL.canParse(text))
    throw new UsageError('The address of the API must be a URL, such as https://api.example.com.');
  const { protocol, hostname } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && LOCAL_HOSTS.includes(hostname)))
    throw new UsageError('The address of the API must begin with https://; http:// is for this machine only.');
  return text.replace(/\/+$/, '').replace(/\/v1$/, '');
};

/** A secret API key. @throws UsageError for any other text. */
export const secretKey = (text: string): string => {
  const key = text.trim();
  if (/^(test|live)_sk_\w+$/.test(key)) return key;
  throw new UsageError('The key must be a secret API key: test_sk_... or live_sk_...');
};

/** The environment that a key acts in. */
export const environmentOf = (key: string): Environment => (key.startsWith('live_') ? 'live' : 'sandbox');

/** The name of a profile. @throws UsageError for one that is no plain word. */
export const profileName = (text: unknown = DEFAULT_PROFILE): string => {
  if (typeof text === 'string' && /^[\w-]{1,40}$/.test(text)) return text;
  throw new UsageError('The name of a profile has letters, digits, - and _ only, at most 40.');
};

const readProfiles = (world: World): Profiles => (readJson(configFolder(world), FILE) ?? {}) as Profiles;

const writeProfiles = (world: World, profiles: Profiles): void => writeJson(configFolder(world), FILE, profiles);

/** Keeps a profile. @returns where its key is. */
export const keepProfile = async (world: World, name: string, url: string, key: string): Promise<string> => {
  const store = await saveSecret(world, name, key);
  writeProfiles(world, { ...readProfiles(world), [name]: { url, ...(!store && { key }) } });
  return store ?? `${configFolder(world)}, in a file that only you can read: this system has no store of secrets`;
};

/** Removes a profile with its key. @returns whether there was one. */
export const removeProfile = async (world: World, name: string): Promise<boolean> => {
  const { [name]: removed, ...others } = readProfiles(world);
  if (!removed) return false;
  if (removed.key === undefined) await removeSecret(world, name);
  writeProfiles(world, others);
  return true;
};

/**
 * The login of a profile; `KYB_API_KEY` and `KYB_API_URL` come before what is kept.
 *
 * @throws UserError when there is none.
 */
export const readLogin = async (world: World, name: string): Promise<Login> => {
  const { KYB_API_KEY: givenKey, KYB_API_URL: givenUrl } = world.env;
  const kept = readProfiles(world)[name];
  const loginCommand = `kyb login${name === DEFAULT_PROFILE ? '' : ` --profile ${name}`}`;
  const url = givenUrl || kept?.url;
  if (!url) throw new UserError(`No API is known: run \`${loginCommand}\`, or set KYB_API_URL and KYB_API_KEY.`);
  if (givenKey) return { url: apiAddress(url), key: secretKey(givenKey), source: 'KYB_API_KEY' };
  const key = kept && (kept.key ?? (await readSecret(world, name)));
  if (!key) throw new UserError(`The key is missing: run \`${loginCommand}\`, or set KYB_API_KEY.`);
  return { url: apiAddress(url), key: secretKey(key), source: `profile ${name}` };
};
