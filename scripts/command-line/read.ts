import { parseArgs } from 'node:util';
import { type CommandLine, helpCommand, type Usage, UsageError } from './usage.ts';

const optionTypes = ({ options = {} }: Usage) =>
  Object.fromEntries(
    Object.entries({ ...options, help: { short: 'h', help: '' } }).map(([name, option]) => [
      name,
      {
        type: 'value' in option && option.value !== undefined ? ('string' as const) : ('boolean' as const),
        ...(option.short !== undefined && { short: option.short }),
      },
    ]),
  );

const parsed = (usage: Usage, words: readonly string[]) => {
  try {
    return parseArgs({ args: [...words], options: optionTypes(usage), allowPositionals: true });
  } catch (error) {
    // Only the first sentence: those after it explain how `--` works.
    const [sentence = ''] = (error as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}: see \`${helpCommand(usage)}\`.`);
  }
};

const checkWords = (usage: Usage, given: readonly string[]): void => {
  const { words } = usage;
  const most = { none: 0, one: 1, 'at most one': 1, any: Number.POSITIVE_INFINITY }[words?.count ?? 'none'];
  if (given.length > most) throw new UsageError(`Unknown argument '${given[most]}'. See \`${helpCommand(usage)}\`.`);
  if (words?.count === 'one' && given.length === 0)
    throw new UsageError(`${words.name} is missing. See \`${helpCommand(usage)}\`.`);
};

/**
 * Reads a command line.
 *
 * @param given the words after the script's name.
 * @returns what was typed, or `help` when that was requested.
 * @throws UsageError for an option, a value or a word that the usage does not name.
 */
export const readCommandLine = <const U extends Usage>(usage: U, given: readonly string[]): CommandLine<U> | 'help' => {
  const { values, positionals } = parsed(usage, given);
  if (values['help'] === true) return 'help';
  checkWords(usage, positionals);
  return { options: values as CommandLine<U>['options'], words: positionals };
};

/**
 * Parses an option's value as a whole number.
 *
 * @throws UsageError when it is not one, or out of bounds.
 */
export const wholeNumber = (option: string, text: string, most = Number.MAX_SAFE_INTEGER): number => {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageError(`--${option} must be a whole number from 1 to ${most}, not '${text}'.`);
};
