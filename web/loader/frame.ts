import { answerMemoryCall, isMemoryCall } from './memory.ts';
import { type KybMessage, MESSAGE_TYPES } from './messages.ts';

/** The options with which the hosted page is mounted. */
export interface FrameOptions {
  /** The widget's embed link token (`elt_`). */
  readonly token: string;
  readonly container: Element;
  /** Resumes the session of this applicant. */
  readonly applicantId?: string;
  /** Proof that you vouch for this applicant: the page then suggests what you stated about the business. */
  readonly applicantSignature?: string;
  /** Your own id for a new applicant. */
  readonly referenceId?: string;
  /** What you know about the business, such as its `businessName`: suggested in the matching fields. */
  readonly subject?: Readonly<Record<string, string>>;
  /** Called with every message. */
  readonly onEvent?: (message: KybMessage) => void;
}

/** A mounted hosted page. */
export interface MountedFrame {
  readonly iframe: HTMLIFrameElement;
  /** Removes it. */
  readonly unmount: () => void;
}

const HEIGHT_PX = 640;

/** How long after loading a page may take to send `kyb.ready`, before it counts as refused. */
const READY_MS = 10_000;

const frameAddress = (base: string, { token, applicantId, applicantSignature, referenceId }: FrameOptions): string => {
  const url = new URL(`w/${encodeURIComponent(token)}`, base);
  // `memory` announces that this loader keeps the page's memory, because browsers deny storage to frames of other
  // sites.
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
  // Set as properties, because a page's policy may forbid style attributes.
  Object.assign(iframe.style, { display: 'block', width: '100%', height: `${HEIGHT_PX}px`, border: '0' });
  return iframe;
};

const isMessage = (data: unknown): data is KybMessage =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  MESSAGE_TYPES.some((type) => type === (data as { type: unknown }).type);

/**
 * Mounts the hosted page in an element, as a frame that grows with its content. Its messages are passed to `onEvent`,
 * and dispatched on the element as DOM events named by their types. `kyb.closed` with a `redirectUrl` then leads there,
 * unless a listener prevents it.
 *
 * @param base the API's root, ending with a slash.
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
