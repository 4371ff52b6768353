/** Where text is written to. */
export interface Screen {
  /** Whether a person reads it, rather than a program. */
  readonly isTerminal: boolean;
  /** The width of the terminal. */
  readonly columns: number;
  readonly write: (text: string) => void;
}

/** What the person or the pipe behind the command types. */
export interface Keyboard {
  readonly isTerminal: boolean;
  /** Asks for a line. @param isHidden whether it is not shown while it is typed. */
  readonly ask: (question: string, isHidden: boolean) => Promise<string>;
  /** Everything that a pipe sends. */
  readonly readAll: () => Promise<string>;
}

/** A program to run; it is found on the path, and no shell reads its arguments. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** What is written to it. */
  readonly input?: string;
}

/** Runs a program to its end. @returns what it printed; undefined when it failed or does not exist. */
export type RunProgram = (program: Program) => Promise<string | undefined>;

/** The effects of the command line. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The folder of the person. */
  readonly home: string;
  readonly out: Screen;
  readonly err: Screen;
  readonly keyboard: Keyboard;
  readonly runProgram: RunProgram;
  /** Waits, unless the signal ends it. */
  readonly wait: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly nowMs: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
