import { type ProgramOptions, runProgram } from '#scripts/command-line/program';
import { LOCAL_AWS_ENVIRONMENT } from './environment.ts';
import { STATE_FOLDER } from './folders.ts';

/** Where and how a command runs. */
export interface CommandOptions extends Omit<ProgramOptions, 'environment'> {
  /** Base address of the local cloud. */
  endpoint: string;
  environment?: Record<string, string>;
}

/**
 * The environment of a program whose AWS is a local cloud. The caller's own AWS settings are excluded: nothing that is
 * deployed here may end up in a real account.
 *
 * @param endpoint base address of the local cloud.
 */
export const localCloudEnvironment = (endpoint: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name))),
  ...LOCAL_AWS_ENVIRONMENT,
  AWS_ENDPOINT_URL: endpoint,
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  CDK_DISABLE_CLI_TELEMETRY: '1',
  NO_COLOR: '1',
  NODE_COMPILE_CACHE: `${STATE_FOLDER}/compile-cache`,
});

/**
 * Runs a Node program of the deployment from the project's folder, with a local cloud as its AWS.
 *
 * @throws UserError with the program's own reason and the place of its log, when it fails.
 */
export const runCommand = (
  args: readonly string[],
  { endpoint, environment, ...options }: CommandOptions,
): Promise<void> =>
  runProgram(args, { ...options, environment: { ...localCloudEnvironment(endpoint), ...environment } });
