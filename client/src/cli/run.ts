import { VERSION } from '#client/src/api-operations';
import { KybError } from '#client/src/errors';
import { readCommandLine } from '#scripts/command-line/read';
import { helpText, UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';
import { commandOf, secondWords } from './commands.ts';
import { completionScript, completions } from './completion.ts';
import { listsHelp, overview } from './help.ts';
import { safe } from './safe-text.ts';
import type { World } from './world.ts';

/** What to do about an error, by its code or its status. */
const ADVICE: Readonly<Record<string, string>> = {
  NO_RESPONSE: 'Check the address (`kyb status`) and your network.',
  TIMED_OUT: 'Try again later.',
  UNEXPECTED_RESPONSE: '`kyb login` sets the address.',
  401: 'Run `kyb login` with a key that works.',
  429: 'Try again later.',
};

const problemsOf = ({ details }: KybError): string =>
  Array.isArray(details)
    ? details.map(({ path, message }: { path?: unknown; message?: unknown }) => ` ${path}: ${message}.`).join('')
    : '';

const refusalLine = (error: KybError): string => {
  const { code, status, message, requestId } = error;
  const origin = [code, ...(requestId === undefined ? [] : [`request ${requestId}`])].join(', ');
  return `${message}${problemsOf(error)} (${origin}) ${ADVICE[code] ?? ADVICE[status] ?? ''}`.trimEnd();
};

const failureLine = (error: unknown): string => {
  if (error instanceof UsageError || error instanceof UserError) return error.message;
  if (error instanceof KybError) return safe(refusalLine(error));
  return safe(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
};

const unknownCommand = ([first = '', second]: readonly string[]): UsageError => {
  const next = secondWords(first);
  if (next.length === 0) return new UsageError(`There is no command '${safe(first)}': see \`kyb help\`.`);
  const what =
    second === undefined || second.startsWith('-') ? 'needs another word' : `does not know '${safe(second)}'`;
  return new UsageError(`kyb ${first} ${what}: ${next.join(', ')}.`);
};

const helpFor = (words: readonly string[]): string => {
  const [first] = words;
  if (first === undefined) return overview(VERSION);
  if (first === 'list' && words.length === 1) return listsHelp();
  const found = commandOf(words);
  if (!found) throw unknownCommand(words);
  return helpText(found.command.usage);
};

/** What is no call of the API, by its first word: each is only printed. */
const PRINTED: Readonly<Record<string, (rest: readonly string[]) => string>> = {
  help: helpFor,
  '--help': helpFor,
  '-h': helpFor,
  '--version': () => `${VERSION}\n`,
  completion: ([shell]) => completionScript(shell),
  '--complete': (rest) =>
    completions(rest)
      .map((word) => `${word}\n`)
      .join(''),
};

const perform = async (words: readonly string[], world: World): Promise<void> => {
  const [first = 'help', ...rest] = words;
  const printed = Object.hasOwn(PRINTED, first) ? PRINTED[first] : undefined;
  if (printed) return world.out.write(printed(rest));
  const found = commandOf(words);
  if (!found) {
    if (rest.includes('--help') || rest.includes('-h')) return world.out.write(helpFor([first]));
    throw unknownCommand(words);
  }
  const { usage, run } = found.command;
  const given = readCommandLine(usage, found.rest);
  if (given === 'help') world.out.write(helpText(usage));
  else await run(world, given);
};

/**
 * Runs a command line. A failure is one line that says what to do.
 *
 * @param words what was typed after `kyb`.
 * @returns the exit code: 0, 1 for a failure, 2 for a wrong command line, 130 for one that Ctrl-C ended.
 */
export const run = async (words: readonly string[], world: World): Promise<number> => {
  try {
    await perform(words, world);
    return 0;
  } catch (error) {
    if (world.signal.aborted) return 130;
    world.err.write(`${failureLine(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
};
