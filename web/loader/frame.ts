import { answerMemoryCall, isMemoryCall } from './memory.ts';
import { type KybMessage, MESSAGE_TYPES } from './messages.ts';

/** What the hosted page is mounted with. */
export interface FrameOptions {
  /** The widget's embed link token (`elt_`). */
  readonly token: string;
  readonly container: Element;
  /** Resumes the session of this applicant. */
  readonly applicantId?: string;
  /** Your proof that you know this applicant: the page then offers what you stated about the business. */
  readonly applicantSignature?: string;
  /** The customer's own id of a new applicant. */
  readonly referenceId?: string;
  /** What you know of the business already, such as its `businessName`: offered where it is asked for. */
  readonly subject?: Readonly<Record<string, string>>;
  /** Called with every message. */
  readonly onEvent?: (message: KybMessage) => void;
}

/** A hosted page that is mounted. */
export interface MountedFrame {
  readonly iframe: HTMLIFrameElement;
  /** Takes it away. */
  readonly unmount: () => void;
}

const HEIGHT_PX = 640;

/** How long after its load a page has to say that it is ready, before it is taken for a refusal. */
const READY_MS = 10_000;

const frameAddress = (base: string, { token, applicantId, applicantSignature, referenceId }: FrameOptions): string => {
  const url = new URL(`w/${encodeURIComponent(token)}`, base);
  // The page asks a loader that says so for its memory, for browsers deny frames of other sites a memory of their own.
  const parameters = { applicantId, applicantSignature, referenceId, origin: location.origin, memory: 'host' };
  for (const [name, value] of Object.entries(parameters)) {
    if (value) url.searchParams.set(name, value);
  }
  return url.href;
};

const makeFrame = (src: string): HTMLIFrameElement => {
  const iframe = document.createElement('iframe');
  iframe.src = src;
  iframe.title = 'Business verification';
  // Set as properties: a page's policy may forbid style attributes.
  Object.assign(iframe.style, { display: 'block', width: '100%', height: `${HEIGHT_PX}px`, border: '0' });
  return iframe;
};

const isMessage = (data: unknown): data is KybMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  MESSAGE_TYPES.some((type) => type === (data as { type: unknown }).type);

/**
 * Puts the hosted page into an element, as a frame as high as the page in it, and passes its messages on: to `onEvent`,
 * and as a DOM event of the message's type on the element. `kyb.closed` with a `redirectUrl` then leads there, unless a
 * listener prevents it.
 *
 * @param base the API's root, with a slash at its end.
 * @throws TypeError without a token.
 */
export const mountFrame = (base: string, options: FrameOptions): MountedFrame => {
  const { token, container, onEvent } = options;
  if (!token) throw new TypeError('Kyb.mount needs a token');
  const iframe = makeFrame(frameAddress(base, options));
  const { origin } = new URL(base);
  let isReady = false;

  const pass = (message: KybMessage): void => {
    onEvent?.(message);
    const event = new CustomEvent(message.type, { detail: message, bubbles: true, cancelable: true });
    const goesOn = container.dispatchEvent(event);
    const { redirectUrl } = message;
    if (message.type === 'kyb.closed' && goesOn && typeof redirectUrl === 'string') location.assign(redirectUrl);
  };

  const receive = ({ source, origin: from, data }: MessageEvent<unknown>): void => {
    if (source !== iframe.contentWindow || from !== origin) return;
    if (isMemoryCall(data)) {
      const reply = answerMemoryCall(data, options.subject ?? {});
      if (reply) iframe.contentWindow?.postMessage(reply, origin);
      return;
    }
    if (!isMessage(data)) return;
    isReady = true;
    const { type, height } = data;
    if (type === 'kyb.resize' && typeof height === 'number') iframe.style.height = `${Math.ceil(height)}px`;
    pass(data);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  iframe.addEventListener('load', () => {
    timer ??= setTimeout(() => {
      if (!isReady) pass({ type: 'kyb.error', sessionId: null, applicantId: null, code: 'PAGE_NOT_AVAILABLE' });
    }, READY_MS);
  });
  addEventListener('message', receive);
  container.append(iframe);
  return {
    iframe,
    unmount: () => {
      clearTimeout(timer);
      removeEventListener('message', receive);
      iframe.remove();
    },
  };
};
