import { LOCAL_API_ID } from '#infra/stages';
import { startGateway } from './gateway.ts';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from './ministack.ts';
import { UserError } from './user-error.ts';

/** A cloud to deploy to. If it is `started`, it is ours to stop; otherwise it belongs to another process. */
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

/** The address in `AWS_ENDPOINT_URL`, without a trailing slash; undefined when it is not set. */
export const namedEndpoint = (): string | undefined => process.env['AWS_ENDPOINT_URL']?.replace(/\/$/, '') || undefined;

/**
 * The cloud in `AWS_ENDPOINT_URL` if that is set, otherwise a MiniStack of our own.
 *
 * @throws UserError when the former does not respond or the latter does not start.
 */
export const openCloud = async (options: LocalCloudOptions): Promise<Cloud> => {
  const named = namedEndpoint();
  if (named) {
    if (!(await isResponding(named)))
      throw new UserError(`Nothing responds at ${named}. Start that cloud, or unset AWS_ENDPOINT_URL to use our own.`);
    return { endpoint: named, stop: async () => undefined };
  }
  const started = await startLocalCloud(options);
  return { endpoint: started.endpoint, stop: started.stop, started };
};

/** A cloud together with the API deployed to it, at its own address. */
export type WithApi<C> = C & {
  /** The address of the API, without `/v1`. */
  apiUrl: string;
};

/**
 * Starts the gateway of the API before a cloud. The returned `stop` ends both.
 *
 * @param port TCP port of the API on the loopback address; a free one when undefined.
 * @throws UserError when the port is taken, after stopping the cloud.
 */
export const withApi = async <C extends { endpoint: string; stop(): Promise<void> }>(
  cloud: C,
  port?: number,
): Promise<WithApi<C>> => {
  try {
    const gateway = await startGateway({ endpoint: cloud.endpoint, apiId: LOCAL_API_ID }, port);
    const stop = async (): Promise<void> => {
      await gateway.close();
      await cloud.stop();
    };
    return { ...cloud, apiUrl: gateway.apiUrl, stop };
  } catch (error) {
    await cloud.stop();
    throw error;
  }
};
