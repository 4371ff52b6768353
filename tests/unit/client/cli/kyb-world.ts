import { run } from '#client/src/cli/run';
import type { Program, Screen, World } from '#client/src/cli/world';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { clientOf, type Respond } from '#tests/unit/client/lying-server';

/** How the machine of a test differs from a Linux terminal whose person is logged in by environment variables. */
export interface Machine extends Partial<Pick<World, 'env' | 'platform' | 'runProgram' | 'signal' | 'wait'>> {
  /** Whether a person reads the output, rather than a pipe. Default: true. */
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** What is typed at each question. */
  readonly typed?: readonly string[];
  /** What a pipe sends. */
  readonly piped?: string;
}

const KEY = 'test_sk_secret';

/** `kyb` on a machine of a test, against an API that responds as it is told. */
export const kybOn = async (respond: Respond, machine: Machine = {}) => {
  const { url, received } = await clientOf(respond);
  const home = temporaryFolder('kyb');
  const programs: Program[] = [];
  const asked: string[] = [];
  const typed = [...(machine.typed ?? [])];
  const { isTerminal = true, columns = 120 } = machine;
  const typing = machine.typed !== undefined;

  /** Runs a command line. @returns its exit code and what it wrote. */
  const kyb = async (...words: string[]) => {
    const written = { out: '', err: '' };
    const screen = (name: keyof typeof written): Screen => ({
      isTerminal,
      columns,
      write: (text) => {
        written[name] += text;
      },
    });
    const world: World = {
      env: machine.env ?? { KYB_API_URL: url, KYB_API_KEY: KEY },
      platform: machine.platform ?? 'linux',
      home,
      out: screen('out'),
      err: screen('err'),
      keyboard: {
        isTerminal: typing,
        ask: async (question, isHidden) => {
          asked.push(`${question}${isHidden ? '(hidden)' : ''}`);
          return typed.shift() ?? '';
        },
        readAll: async () => machine.piped ?? '',
      },
      runProgram: async (program) => {
        programs.push(program);
        return machine.runProgram?.(program);
      },
      wait: machine.wait ?? (async () => undefined),
      random: () => 0.5,
      nowMs: () => Date.parse('2026-11-22T12:00:00.000Z'),
      signal: machine.signal ?? new AbortController().signal,
    };
    const status = await run(words, world);
    return { status, ...written };
  };
  return { kyb, url, received, home, programs, asked };
};
