import type { Program, World } from './world.ts';

/** How the secrets of a person are kept by a system. */
interface SecretStore {
  /** As people know it. */
  readonly title: string;
  readonly save: (profile: string, key: string) => Program;
  readonly read: (profile: string) => Program;
  readonly remove: (profile: string) => Program;
}

const attributes = (profile: string): readonly string[] => ['service', 'kyb', 'profile', profile];

/** No secret is an argument of a program: every process may read those. */
const STORES: Readonly<Partial<Record<NodeJS.Platform, SecretStore>>> = {
  darwin: {
    title: 'the keychain',
    // A profile and a key have no quotation marks.
    save: (profile, key) => ({
      command: 'security',
      args: ['-i'],
      input: `add-generic-password -U -s "kyb" -a "${profile}" -w "${key}"\n`,
    }),
    read: (profile) => ({ command: 'security', args: ['find-generic-password', '-s', 'kyb', '-a', profile, '-w'] }),
    remove: (profile) => ({ command: 'security', args: ['delete-generic-password', '-s', 'kyb', '-a', profile] }),
  },
  linux: {
    title: 'the Secret Service',
    save: (profile, key) => ({
      command: 'secret-tool',
      args: ['store', '--label', `kyb (${profile})`, ...attributes(profile)],
      input: key,
    }),
    read: (profile) => ({ command: 'secret-tool', args: ['lookup', ...attributes(profile)] }),
    remove: (profile) => ({ command: 'secret-tool', args: ['clear', ...attributes(profile)] }),
  },
};

/** The key of a profile in the system's store of secrets; undefined where there is none. */
export const readSecret = async ({ platform, runProgram }: World, profile: string): Promise<string | undefined> => {
  const store = STORES[platform];
  return store && (await runProgram(store.read(profile)))?.trim();
};

/** Keeps a key in the system's store of secrets. @returns the store's name; undefined when it does not work. */
export const saveSecret = async (world: World, profile: string, key: string): Promise<string | undefined> => {
  const store = STORES[world.platform];
  if (!store) return undefined;
  await world.runProgram(store.save(profile, key));
  // Not every failure has a status.
  return (await readSecret(world, profile)) === key ? store.title : undefined;
};

/** Removes the key of a profile from the system's store of secrets. */
export const removeSecret = async ({ platform, runProgram }: World, profile: string): Promise<void> => {
  const store = STORES[platform];
  if (store) await runProgram(store.remove(profile));
};
