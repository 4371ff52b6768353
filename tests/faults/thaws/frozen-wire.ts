import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsRequest, Sender } from '#shared/platform/aws';

/** What a request may not do after its answer, as it was sent. */
const isChange = (operation: string): boolean => !/^(GetItem|BatchGetItem|Query)$/.test(operation);

/** A request whose function is frozen while it waits for the response of one of its calls. */
export interface FrozenRequest {
  /** Its calls of AWS, in the order in which they were sent. */
  readonly calls: readonly string[];
  /** Those of them that change something and were sent since {@link noteOver}. */
  readonly late: readonly string[];
  /** Settles when the function is frozen; never, when the request makes fewer calls. */
  readonly frozen: Promise<void>;
  /** The request is over: from now on it may change nothing. */
  readonly noteOver: () => void;
  /** The function goes on. */
  readonly thaw: () => void;
  /** Runs the request. */
  readonly run: <T>(request: () => Promise<T>) => Promise<T>;
}

interface Watched {
  readonly freezeAt: number;
  readonly calls: string[];
  readonly late: string[];
  isOver: boolean;
  readonly noteFrozen: () => void;
  readonly thawed: Promise<void>;
}

const running = new AsyncLocalStorage<Watched>();

/** @param freezeAt which of its calls the request is frozen at: 1 is the first. */
export const frozenRequest = (freezeAt: number): FrozenRequest => {
  const frozen = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  const watched: Watched = {
    freezeAt,
    calls: [],
    late: [],
    isOver: false,
    noteFrozen: frozen.resolve,
    thawed: thawed.promise,
  };
  return {
    calls: watched.calls,
    late: watched.late,
    frozen: frozen.promise,
    noteOver: () => {
      watched.isOver = true;
    },
    thaw: thawed.resolve,
    run: (request) => running.run(watched, request),
  };
};

type Response = Awaited<ReturnType<Sender['handle']>>;

const operationOf = ({ method, headers }: AwsRequest): string =>
  headers['x-amz-target']?.split('.').at(-1) ?? `${method} object`;

const accepted = (body: object): Response =>
  ({
    response: { statusCode: 200, headers: {}, body: [Buffer.from(JSON.stringify(body))] },
  }) as unknown as Response;

/** A queue, and a bucket, that accept everything. */
const receive = ({ body }: AwsRequest): Response => {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '');
  const { MessageBody: message = '' } = text.startsWith('{') ? JSON.parse(text) : {};
  return accepted({ MessageId: 'message-1', MD5OfMessageBody: createHash('md5').update(message).digest('hex') });
};

/**
 * The way of every call to AWS, with the service's own rule in its middle: what comes through that is recorded, and the
 * response of the call that its request is frozen at arrives when that is thawed.
 */
export const frozenWire = (abortedWithRequest: (sender: Sender) => Sender): Sender => {
  const emulator = new NodeHttpHandler({ requestTimeout: 60_000 });
  const wire = abortedWithRequest({
    handle: (request, options) => {
      const watched = running.getStore();
      const operation = operationOf(request);
      watched?.calls.push(operation);
      if (watched?.isOver && isChange(operation)) watched.late.push(operation);
      return request.headers['x-amz-target']?.startsWith('DynamoDB_')
        ? emulator.handle(request, options)
        : Promise.resolve(receive(request));
    },
  });
  return {
    handle: async (request, options) => {
      const watched = running.getStore();
      const response = await wire.handle(request, options);
      if (watched && watched.calls.length >= watched.freezeAt && !watched.isOver) {
        watched.noteFrozen();
        await watched.thawed;
      }
      return response;
    },
  };
};
