import { once } from 'node:events';
import { createServer } from 'node:net';
import { UserError } from './user-error.ts';

/** The address on which everything of the local cloud listens. No other machine reaches it. */
export const LOOPBACK = '127.0.0.1';

/** Whether nothing listens on this TCP port of the loopback address. */
export const isPortFree = async (port: number): Promise<boolean> => {
  const probe = createServer();
  try {
    probe.listen(port, LOOPBACK);
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
};

/** @throws UserError when something listens on this port of the loopback address. */
export const requireFreePort = async (port: number): Promise<void> => {
  if (await isPortFree(port)) return;
  throw new UserError(
    `Port ${port} is in use. Stop the process that listens there, or choose another port with PORT=<number>.`,
  );
};

/** A TCP port of the loopback address that nothing listens on at this moment. */
export const freePort = async (): Promise<number> => {
  const probe = createServer();
  probe.listen(0, LOOPBACK);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no TCP port');
  return address.port;
};
