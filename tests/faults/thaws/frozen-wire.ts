import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsRequest, Sender } from '#shared/platform/aws';

/** A call that a request made after its response although it may not, as it was sent. */
const isChange = (operation: string): boolean => !/^(GetItem|BatchGetItem|Query)$/.test(operation);

/** A request whose function is frozen while it waits for the response to one of its calls. */
export interface FrozenRequest {
  /** Its AWS calls, in the order in which they were sent. */
  readonly calls: readonly string[];
  /** Those of them that change something and were sent since {@link noteOver}. */
  readonly late: readonly string[];
  /** Settles when the function is frozen; never if the request makes fewer calls. */
  readonly frozen: Promise<void>;
  /** Notes that the request is over: from now on it may change nothing. */
  readonly noteOver: () => void;
  /** Thaws the function. */
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

/** @param freezeAt the call at which the request is frozen, from 1. */
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
    response: { statusCode: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(body))]) },
  }) as unknown as Response;

/** A queue, and a bucket, that accept everything. */
const receive = ({ body }: AwsRequest): Response => {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body ?? '');
  const { MessageBody: message = '' } = text.startsWith('{') ? JSON.parse(text) : {};
  return accepted({ MessageId: 'message-1', MD5OfMessageBody: createHash('md5').update(message).digest('hex') });
};

/**
 * The path of every AWS call, with the service's own rule in the middle. Calls that pass the rule are recorded. The
 * response to the call at which the request is frozen arrives when the request is thawed.
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
