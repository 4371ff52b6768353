import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Listens on a free port of 127.0.0.1 until the test ends. Its end also closes the connections.
 *
 * @returns the port.
 */
export const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  return address.port;
};

/** A receiver that speaks HTTP. Returns its URL. */
export const httpReceiver = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}/hook`;

/**
 * A receiver with full control of each connection once the first bytes of the request have arrived. Returns its URL.
 */
export const rawReceiver = async (onRequest: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listen(createTcpServer((socket) => socket.once('data', () => onRequest(socket))))}/hook`;

/** Writes a text repeatedly, every `intervalMs`, until the socket closes. */
export const drip = (socket: Socket, piece: string, intervalMs: number): void => {
  const timer = setInterval(() => socket.write(piece), intervalMs);
  socket.on('close', () => clearInterval(timer));
};
