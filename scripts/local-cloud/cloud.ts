import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from './ministack.ts';
import { UserError } from './user-error.ts';

/** A cloud to deploy to: ours to stop when `started`, another process's otherwise. */
export type Cloud = { endpoint: string; stop(): Promise<void> } & ({ started: LocalCloud } | { started?: undefined });

/** Whether something responds at this address, with any status. */
export const isResponding = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
};

/** The address in `AWS_ENDPOINT_URL`, without a slash at its end; undefined when there is none. */
export const namedEndpoint = (): string | undefined => process.env['AWS_ENDPOINT_URL']?.replace(/\/$/, '') || undefined;

/**
 * The cloud named by `AWS_ENDPOINT_URL` when there is one, else a MiniStack of our own.
 *
 * @throws UserError when the named one does not respond or ours does not start.
 */
export const openCloud = async (options: LocalCloudOptions): Promise<Cloud> => {
  const named = namedEndpoint();
  if (named) {
    if (!(await isResponding(named)))
      throw new UserError(`Nothing responds at ${named}: start that cloud, or unset AWS_ENDPOINT_URL to use our own.`);
    return { endpoint: named, stop: async () => undefined };
  }
  const started = await startLocalCloud(options);
  return { endpoint: started.endpoint, stop: started.stop, started };
};
