import { COMMANDS, secondWords } from './commands.ts';

const firstSentence = (text: string): string =>
  text
    .replaceAll('\n', ' ')
    .split(/[.:,] /)[0]
    ?.replace(/\.$/, '') ?? '';

const rows = (): readonly (readonly [name: string, does: string])[] => [
  ...Object.entries(COMMANDS)
    .filter(([name]) => !name.startsWith('list '))
    .map(([name, { usage }]) => [name, firstSentence(usage.does)] as const),
  ['list <what>', `Lists ${secondWords('list').slice(0, 3).join(', ')} and more: \`kyb help list\``],
  ['completion <shell>', 'Prints the completion of bash, zsh or fish'],
  ['help <command>', 'Prints the help of a command'],
];

/** The text of `kyb help`. */
export const overview = (version: string): string => {
  const width = Math.max(...rows().map(([name]) => name.length)) + 2;
  const lines = rows().map(([name, does]) => `  ${name.padEnd(width)}${does}\n`);
  return `kyb ${version}: the command line of the KYB API

${lines.join('')}
Begin with \`kyb login\`. KYB_API_URL and KYB_API_KEY come before what it keeps.
The exit code is 0, 1 for a failure and 2 for a wrong command line.
`;
};

/** What `kyb list` lists, one on each line. */
export const listsHelp = (): string => {
  const names = secondWords('list');
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return names.map((name) => `kyb list ${name.padEnd(width)}${COMMANDS[`list ${name}`]?.usage.does}\n`).join('');
};
