import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { resourceName } from '#infra/names';
import { LOCAL_AWS_ENVIRONMENT } from './environment.ts';

const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = LOCAL_AWS_ENVIRONMENT;

const signer = new SignatureV4({
  service: 'lambda',
  region: AWS_REGION,
  credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  sha256: Sha256,
});

/**
 * Invokes a function of the stage `local` with an event, as it is deployed: with its own bundle, settings and rights.
 *
 * @param endpoint base address of the local cloud.
 * @param name the function's name, as in its contract or consumer.
 * @returns what the function returns.
 * @throws Error when the function cannot be called, or fails.
 */
export const invokeDeployed = async (endpoint: string, name: string, event: unknown): Promise<unknown> => {
  const { protocol, hostname, port } = new URL(endpoint);
  const path = `/2015-03-31/functions/${resourceName('local', name)}/invocations`;
  const body = JSON.stringify(event);
  const headers = { host: `${hostname}:${port}`, 'content-type': 'application/json' };
  const signed = await signer.sign(
    new HttpRequest({ protocol, hostname, port: Number(port), method: 'POST', path, headers, body }),
  );
  const { host: _, ...sent } = signed.headers;
  const response = await fetch(`${endpoint}${path}`, { method: 'POST', headers: sent, body });
  const text = await response.text();
  if (!response.ok || response.headers.has('x-amz-function-error'))
    throw new Error(`${name} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};
