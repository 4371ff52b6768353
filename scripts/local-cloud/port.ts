import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

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
