import { UsageError } from '#scripts/command-line/usage';
import type { Command } from './command.ts';
import { COMMANDS, commandOf, secondWords } from './commands.ts';

/** The scripts of the shells. Each asks `kyb --complete` with the words that were typed; the last is the unfinished one. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_kyb() {
  local IFS=$'\\n'
  COMPREPLY=($(kyb --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _kyb kyb
`,
  zsh: `#compdef kyb
_kyb() {
  local -a found
  found=("\${(@f)$(kyb --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _kyb kyb
`,
  fish: `complete -c kyb -f -a '(kyb --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

/** The shells that can complete. */
const SHELLS: readonly string[] = Object.keys(SCRIPTS);

/** The script that a shell reads. @throws UsageError for another shell. */
export const completionScript = (shell: string | undefined): string => {
  const script = shell !== undefined && Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script) return script;
  throw new UsageError(`Name the shell: \`kyb completion ${SHELLS.join('|')}\`.`);
};

const firstWords = (): readonly string[] => [
  ...new Set([...Object.keys(COMMANDS).map((name) => name.split(' ')[0] ?? ''), 'completion', 'help']),
];

/** What may follow a command and what was typed after its name. */
const followingOf = ({ usage, words = [] }: Command, rest: readonly string[]): readonly string[] => {
  const { options = {} } = usage;
  const last = rest.at(-1) ?? '';
  const option = last.startsWith('--') ? options[last.slice(2)] : undefined;
  if (option?.value !== undefined) return option.values ?? [];
  const more = Object.keys(options).map((name) => `--${name}`);
  return [...(rest.length === 0 ? words : []), ...more.filter((name) => !rest.includes(name))];
};

const following = (words: readonly string[]): readonly string[] => {
  const [first, ...rest] = words;
  if (first === undefined) return firstWords();
  if (first === 'completion') return rest.length === 0 ? SHELLS : [];
  if (first === 'help') return rest.length === 0 ? firstWords() : secondWords(rest[0] ?? '');
  const found = commandOf(words);
  if (found) return followingOf(found.command, found.rest);
  return rest.length === 0 ? secondWords(first) : [];
};

/** What an unfinished word may become. @param words what was typed after `kyb`, the unfinished word at the end. */
export const completions = (words: readonly string[]): readonly string[] =>
  following(words.slice(0, -1)).filter((word) => word.startsWith(words.at(-1) ?? ''));
