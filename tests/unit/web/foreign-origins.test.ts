import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mountFrame } from '#web/loader/frame';
import { makeNotify } from '#web/page/host';
import { hostMemory } from '#web/page/host-memory';

const HOST = 'https://shop.example';
const SERVICE = 'https://api.kyb.example';
const FOREIGN = ['https://evil.example', 'http://shop.example', 'https://shop.example:8443', 'null', ''] as const;

type Receive = (event: MessageEvent<unknown>) => void;

/** The messages posted to a window, with their target origins. */
const postBox = () => {
  const posted: [unknown, string][] = [];
  const postMessage = (data: unknown, origin: string): void => void posted.push([data, origin]);
  return { posted, postMessage };
};

/** A message as a window receives it. */
const message = (source: object, origin: string, data: unknown) =>
  ({ source, origin, data }) as unknown as MessageEvent<unknown>;

/** The window of a page in a frame, and what the page posts to its parent. */
const framedWindow = ({ ancestor, referrer = '' }: { readonly ancestor?: string; readonly referrer?: string } = {}) => {
  const { posted, ...parent } = postBox();
  const listeners = new Set<Receive>();
  const window = {
    parent,
    location: { ancestorOrigins: ancestor === undefined ? [] : [ancestor] },
    document: { referrer },
    addEventListener: (_: string, listener: Receive) => void listeners.add(listener),
    removeEventListener: (_: string, listener: Receive) => void listeners.delete(listener),
  };
  const receive = (source: object, origin: string, data: unknown): void => {
    for (const listener of listeners) listener(message(source, origin, data));
  };
  return { window: window as unknown as Window, parent, posted, receive };
};

const SUBJECT = { sessionId: 'wses_1', applicantId: 'app_1' };

describe('the hosted page tells what happens', () => {
  test('only to the origin that its loader named, whoever frames it', () => {
    const { window, posted } = framedWindow({ ancestor: 'https://evil.example', referrer: 'https://evil.example/x' });
    makeNotify(HOST, SUBJECT, window)('kyb.submitted', { referenceId: 'ref_1' });
    expect(posted).toStrictEqual([[{ type: 'kyb.submitted', ...SUBJECT, referenceId: 'ref_1' }, HOST]]);
  });

  test.each([
    ['the browser names it', { ancestor: HOST, referrer: 'https://evil.example/' }],
    ['the visitor came from it', { referrer: `${HOST}/checkout` }],
  ])('to the page around it if none was named and %s', (_, around) => {
    const { window, posted } = framedWindow(around);
    makeNotify(undefined, SUBJECT, window)('kyb.ready');
    expect(posted.map(([, origin]) => origin)).toStrictEqual([HOST]);
  });

  test.each(['*', 'null', 'javascript:alert(1)', 'file:///x', undefined])(
    'to nobody if %s is all it knows',
    (named) => {
      const { window, posted } = framedWindow();
      makeNotify(named, SUBJECT, window)('kyb.ready');
      expect(posted).toStrictEqual([]);
    },
  );

  test('to nobody if there is no page around it', () => {
    const { posted, ...alone } = postBox();
    const window = { ...alone, location: {}, document: { referrer: `${HOST}/` } };
    Object.assign(window, { parent: window });
    makeNotify(HOST, SUBJECT, window as unknown as Window)('kyb.ready');
    expect(posted).toStrictEqual([]);
  });
});

describe('the hosted page keeps its memory in the page around it', () => {
  const NAME = 'kyb:name';
  const ASKED = { hostOrigin: HOST, isRemembered: true };
  const reply = (subject: Readonly<Record<string, string>>) => ({
    type: 'kyb-recalled',
    name: NAME,
    lasting: '{}',
    tab: null,
    subject,
  });

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('and asks and tells it only by its origin', async () => {
    const { window, parent, posted, receive } = framedWindow();
    const asked = hostMemory(ASKED, NAME, window);
    receive(parent, HOST, reply({ businessName: 'Ada' }));
    const memory = await asked;
    memory?.store('lasting').setItem(NAME, '{"sessionId":"wses_1"}');
    expect(memory?.subject).toStrictEqual({ businessName: 'Ada' });
    expect(posted.map(([, origin]) => origin)).toStrictEqual([HOST, HOST]);
  });

  test.each(FOREIGN)('and accepts no reply from the origin %j', async (origin) => {
    const { window, parent, receive } = framedWindow();
    const asked = hostMemory(ASKED, NAME, window);
    receive(parent, origin, reply({ businessName: 'forged' }));
    receive(parent, HOST, reply({ businessName: 'Ada' }));
    expect((await asked)?.subject).toStrictEqual({ businessName: 'Ada' });
  });

  test('and none from another window of that origin, or for another name', async () => {
    const { window, parent, receive } = framedWindow();
    const asked = hostMemory(ASKED, NAME, window);
    receive({}, HOST, reply({ businessName: 'forged' }));
    receive(parent, HOST, { ...reply({ businessName: 'forged' }), name: 'kyb:other' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await asked).toBeUndefined();
  });
});

describe('the loader', () => {
  const mounted = () => {
    const { posted, postMessage } = postBox();
    const contentWindow = { postMessage };
    const listeners = new Set<Receive>();
    const iframe = {
      src: '',
      style: {} as Record<string, string>,
      contentWindow,
      addEventListener: () => {},
      remove: () => {},
    };
    const heard: unknown[] = [];
    const led: string[] = [];
    const container = { append: () => {}, dispatchEvent: () => true } as unknown as Element;
    vi.stubGlobal('document', { createElement: () => iframe });
    vi.stubGlobal('location', { origin: HOST, assign: (address: string) => void led.push(address) });
    vi.stubGlobal('addEventListener', (_: string, listener: Receive) => void listeners.add(listener));
    vi.stubGlobal('removeEventListener', (_: string, listener: Receive) => void listeners.delete(listener));
    const frame = mountFrame(`${SERVICE}/`, {
      token: 'elt_1',
      container,
      subject: { businessName: 'Ada' },
      onEvent: (one) => heard.push(one),
    });
    const receive = (source: object, origin: string, data: unknown): void => {
      for (const listener of listeners) listener(message(source, origin, data));
    };
    return { ...frame, contentWindow, posted, heard, led, receive, style: iframe.style };
  };
  afterEach(() => void vi.unstubAllGlobals());

  const submitted = { type: 'kyb.submitted', ...SUBJECT, referenceId: 'ref_1' };
  const recall = { type: 'kyb-recall', name: 'kyb:name' };
  const closed = { type: 'kyb.closed', ...SUBJECT, redirectUrl: 'https://evil.example/' };
  const resize = { type: 'kyb.resize', ...SUBJECT, height: 9000 };

  test('passes on messages of the hosted page, and replies to its own origin', () => {
    const { contentWindow, posted, heard, receive } = mounted();
    receive(contentWindow, SERVICE, submitted);
    receive(contentWindow, SERVICE, recall);
    expect(heard).toStrictEqual([submitted]);
    expect(posted).toMatchObject([[{ type: 'kyb-recalled', subject: { businessName: 'Ada' } }, SERVICE]]);
  });

  test.each([...FOREIGN, HOST, `${SERVICE}:8443`, 'http://api.kyb.example'])(
    'neither passes on, follows nor replies to messages of its frame from the origin %j',
    (origin) => {
      const { contentWindow, posted, heard, led, style, receive } = mounted();
      for (const data of [submitted, recall, closed, resize]) receive(contentWindow, origin, data);
      expect([heard, led, posted, style['height']]).toStrictEqual([[], [], [], '640px']);
    },
  );

  test('nor messages of another window from the origin of the service', () => {
    const { posted, heard, led, receive } = mounted();
    for (const data of [submitted, recall, closed]) receive({ postMessage: () => {} }, SERVICE, data);
    expect([heard, led, posted]).toStrictEqual([[], [], []]);
  });

  test('ignores all messages once it is unmounted', () => {
    const { contentWindow, heard, unmount, receive } = mounted();
    unmount();
    receive(contentWindow, SERVICE, submitted);
    expect(heard).toStrictEqual([]);
  });
});
