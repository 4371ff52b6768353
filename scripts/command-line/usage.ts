/** An option of a script. */
export interface OptionUsage {
  /** The placeholder for its value in the help, `<number>`. An option without one is on or off. */
  readonly value?: string;
  readonly short?: string;
  readonly help: string;
}

/** The positional arguments of a script. */
export interface WordsUsage {
  /** Their placeholder in the help, `<file>`. */
  readonly name: string;
  readonly help: string;
  readonly count: 'one' | 'at most one' | 'any';
}

/** How a script is called. The output of `--help` and the accepted arguments both come from this. */
export interface Usage {
  /** The command as it is typed: `npm run fuzz`. */
  readonly command: string;
  /** What the script does, in a sentence or a few. */
  readonly does: string;
  readonly words?: WordsUsage;
  readonly options?: Readonly<Record<string, OptionUsage>>;
  /** The environment variables that it reads, each with its meaning. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What was typed, by the names in the usage. Options that were not given are missing. */
export interface CommandLine<U extends Usage> {
  readonly options: {
    readonly [Name in keyof U['options']]?: U['options'][Name] extends { readonly value: string } ? string : boolean;
  };
  readonly words: readonly string[];
}

/** A command line that its usage does not allow. The message is one line that states why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const separated = (command: string): string => (command.startsWith('npm ') ? `${command} --` : command);

/** The command that prints the help. */
export const helpCommand = ({ command }: Usage): string => `${separated(command)} --help`;

const WORD_COUNTS = { one: (name: string) => ` ${name}`, 'at most one': (name: string) => ` [${name}]` } as const;

const wordsSynopsis = ({ name, count }: WordsUsage): string =>
  count === 'any' ? ` [${name} ...]` : WORD_COUNTS[count](name);

const synopsis = ({ command, words, options = {} }: Usage): string => {
  const hasMore = words !== undefined || Object.keys(options).length > 0;
  const optionsPart = Object.entries(options).map(([name, { value }]) => ` [--${name}${value ? ` ${value}` : ''}]`);
  return `${hasMore ? separated(command) : command}${words ? wordsSynopsis(words) : ''}${optionsPart.join('')}`;
};

/** The text of `--help`. */
export const helpText = (usage: Usage): string => {
  const { does, words, options = {}, environment = {} } = usage;
  const rows: [string, string][] = [
    ...(words ? [[words.name, words.help] as [string, string]] : []),
    ...Object.entries(options).map(([name, { value, short, help }]): [string, string] => [
      `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
      help,
    ]),
    ['-h, --help', 'prints this help'],
    ...Object.entries(environment),
  ];
  const width = Math.max(...rows.map(([what]) => what.length)) + 2;
  const table = rows.map(([what, help]) => `  ${what.padEnd(width)}${help}`);
  return `${synopsis(usage)}\n\n${does}\n\n${table.join('\n')}\n`;
};
