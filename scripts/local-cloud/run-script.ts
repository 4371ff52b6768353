import { UserError } from './user-error.ts';

/**
 * Runs a script's work. A failure that its user can mend ends the process with its one message; any other shows where
 * it comes from.
 */
export const runScript = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
};
