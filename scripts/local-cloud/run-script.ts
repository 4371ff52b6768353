import { readCommandLine } from '#scripts/command-line/read';
import { type CommandLine, helpText, type Usage, UsageError } from '#scripts/command-line/usage';
import { UserError } from './user-error.ts';

/**
 * Runs a script's work with its command line; `--help` prints the usage instead. A wrong command line ends the process
 * with one line and status 2. A failure that its user can fix ends it with its message and status 1. Any other failure
 * shows its stack.
 */
export const runScript = async <const U extends Usage>(
  usage: U,
  work: (commandLine: CommandLine<U>) => void | Promise<void>,
): Promise<void> => {
  try {
    const commandLine = readCommandLine(usage, process.argv.slice(2));
    if (commandLine === 'help') process.stdout.write(helpText(usage));
    else await work(commandLine);
  } catch (error) {
    const isReported = error instanceof UserError || error instanceof UsageError;
    console.error(isReported ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
};
