import { pathToFileURL } from 'node:url';
import { listFunctions } from '#scripts/bundle/functions';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { lambdaContext } from '#tests/support/lambda-context';

/** A function's result: for an API function, its response. */
export interface Invocation {
  readonly statusCode?: number;
  readonly body?: string;
  readonly cookies?: readonly string[];
  readonly batchItemFailures?: readonly unknown[];
}

/** More than a function has on AWS, because slow calls of an emulator should be counted, not cut short. */
const FUNCTION_TIME_MS = 300_000;

/** Runs a function in this process, by its name. */
export const invoke = async (name: string, event: unknown): Promise<Invocation> => {
  const source = listFunctions().find((candidate) => candidate.name === name);
  if (!source) throw new RangeError(`No function is called ${name}`);
  const { handler } = await import(pathToFileURL(`${PROJECT_FOLDER}/${source.file}`).href);
  return (await handler(event, lambdaContext(name, FUNCTION_TIME_MS))) ?? {};
};

/** Whether a function succeeded. */
const succeeded = ({ statusCode = 200, batchItemFailures = [] }: Invocation): boolean =>
  statusCode < 300 && batchItemFailures.length === 0;

/** Calls {@link invoke}, and treats anything but success as an error of the benchmark. */
export const mustInvoke = async (name: string, event: unknown): Promise<Invocation> => {
  const response = await invoke(name, event);
  if (!succeeded(response)) throw new Error(`${name} did not succeed: ${JSON.stringify(response)}`);
  return response;
};
