import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import { UserError } from '#scripts/local-cloud/user-error';
import { run } from './run.ts';
import type { Keyboard, RunProgram, Screen } from './world.ts';

const LONGEST_PROGRAM_MS = 60_000;

const stop = new AbortController();
// A second signal ends the process as usual.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

const screen = (stream: WriteStream): Screen => ({
  isTerminal: stream.isTTY === true,
  // Some terminals have no size.
  columns: stream.columns || 80,
  write: (text) => void stream.write(text),
});

// Whoever reads the output may have had enough: `kyb list applicants | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const ask = (question: string, isHidden: boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({
      input: process.stdin,
      output: isHidden ? nowhere : process.stderr,
      terminal: true,
    });
    // Not before the terminal sends each key as it is typed.
    process.stderr.write(question);
    const end = (): void => {
      lines.close();
      if (isHidden) process.stderr.write('\n');
    };
    lines.once('line', (line) => {
      resolve(line);
      end();
    });
    lines.once('SIGINT', () => {
      stop.abort();
      end();
    });
    // Also by Ctrl-D.
    lines.once('close', () => reject(new UserError('Nothing was typed.')));
  });

const keyboard: Keyboard = { isTerminal: process.stdin.isTTY === true, ask, readAll: () => text(process.stdin) };

const runProgram: RunProgram = ({ command, args, input }) =>
  new Promise((resolve) => {
    // The option `timeout` would keep this process running when the program does not exist.
    const signal = AbortSignal.timeout(LONGEST_PROGRAM_MS);
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], signal });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', () => resolve(undefined));
    child.once('close', (status) => resolve(status === 0 ? output : undefined));
    child.stdin.on('error', () => undefined).end(input);
  });

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  platform: process.platform,
  home: homedir(),
  out: screen(process.stdout),
  err: screen(process.stderr),
  keyboard,
  runProgram,
  wait: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined),
  random: Math.random,
  nowMs: Date.now,
  signal: stop.signal,
});
