import type { Resources } from '#client/src/api-methods';
import { createResources } from '#client/src/kyb';
import type { OptionUsage, Usage } from '#scripts/command-line/usage';
import { type Login, profileName, readLogin } from './profiles.ts';
import type { World } from './world.ts';

/** An option of a command. */
export interface CommandOption extends OptionUsage {
  /** The only values, which the shell completes. */
  readonly values?: readonly string[];
}

/** How a command is called. */
export interface CommandUsage extends Usage {
  readonly options?: Readonly<Record<string, CommandOption>>;
}

/** What was typed after the name of a command. */
export interface Given {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
}

/** A command of `kyb`. */
export interface Command {
  readonly usage: CommandUsage;
  /** What its first word may be, for the shell to complete. */
  readonly words?: readonly string[];
  readonly run: (world: World, given: Given) => Promise<void>;
}

/** The option of every command that logs in. */
export const PROFILE = { profile: { value: '<name>', help: 'the profile to use (default: default)' } } as const;

/** The options of every command that shows what the API has. */
export const SHOWING = { ...PROFILE, json: { help: 'prints JSON, as in a pipe' } } as const;

/** The text of an option, if it was given. */
export const textOf = ({ options }: Given, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/** A client for the login of the profile that was named. */
export interface Connection extends Login {
  readonly kyb: Resources;
}

/** A client of an API, whose calls end with the command. */
export const clientOf = ({ signal, random, wait }: World, { url, key }: Pick<Login, 'url' | 'key'>): Resources => {
  const ending: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
  const pause = async (seconds: number): Promise<void> => {
    await wait(seconds * 1000);
    signal.throwIfAborted();
  };
  return createResources({ baseUrl: url, key, fetch: ending }, { random, wait: pause });
};

/** Connects with the profile that was named. @throws UserError without a login. */
export const connect = async (world: World, given: Given): Promise<Connection> => {
  const login = await readLogin(world, profileName(given.options['profile']));
  return { ...login, kyb: clientOf(world, login) };
};
