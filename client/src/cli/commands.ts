import type { Command } from './command.ts';
import { LISTEN, TAIL } from './commands/events.ts';
import { LOGIN, LOGOUT, STATUS } from './commands/login.ts';
import { GET, LIST_COMMANDS } from './commands/records.ts';
import { TRIGGER } from './commands/trigger.ts';
import { CREATE_WIDGET, OPEN } from './commands/widgets.ts';

/** Every command that calls the API, by the words that name it. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login: LOGIN,
  logout: LOGOUT,
  status: STATUS,
  'widgets create': CREATE_WIDGET,
  open: OPEN,
  listen: LISTEN,
  trigger: TRIGGER,
  tail: TAIL,
  get: GET,
  ...LIST_COMMANDS,
};

/** A command, by the words that begin with its name; undefined when none has it. */
export const commandOf = (
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | undefined => {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { command, rest: words.slice(count) };
  }
  return undefined;
};

/** What may follow the first word of a command that has two: `create` after `widgets`. */
export const secondWords = (first: string): readonly string[] =>
  Object.keys(COMMANDS).flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
