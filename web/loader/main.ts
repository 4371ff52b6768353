import { type FrameOptions, type MountedFrame, mountFrame } from './frame.ts';

/** How a page of the customer's mounts the hosted page. */
interface MountOptions extends Omit<FrameOptions, 'container'> {
  /** The element that it is put into, or its selector. */
  readonly container: Element | string;
}

declare global {
  interface Window {
    Kyb: { mount: (options: MountOptions) => MountedFrame };
  }
}

const script = document.currentScript as HTMLScriptElement | null;
/** Where the loader came from: the API's root, with a slash at its end. */
const base = new URL('.', script?.src || location.href).href;

/** Puts the hosted page into an element. @throws TypeError without a token, or without such an element. */
const mount = ({ container, ...options }: MountOptions): MountedFrame => {
  const element = typeof container === 'string' ? document.querySelector(container) : container;
  if (!element) throw new TypeError(`Kyb.mount: there is no element ${String(container)}`);
  return mountFrame(base, { ...options, container: element });
};

window.Kyb = { mount };

/** Mounts by the script's own attributes: in `data-container`, or where the script stands. */
const mountByAttributes = ({ dataset }: HTMLScriptElement, at: HTMLScriptElement): void => {
  const { token, container, applicantId, applicantSignature, referenceId } = dataset;
  if (!token) return;
  const place = (): Element => {
    const named = container === undefined ? undefined : document.querySelector(container);
    if (named) return named;
    if (container !== undefined) throw new TypeError(`widget.js: there is no element ${container}`);
    const element = document.createElement('div');
    at.after(element);
    return element;
  };
  mount({
    token,
    container: place(),
    ...(applicantId && { applicantId }),
    ...(applicantSignature && { applicantSignature }),
    ...(referenceId && { referenceId }),
  });
};

if (script) {
  // In the head of a page its container is not there yet.
  const isLater = document.readyState === 'loading' && (script.dataset['container'] !== undefined || !document.body);
  if (isLater) document.addEventListener('DOMContentLoaded', () => mountByAttributes(script, script));
  else mountByAttributes(script, script);
}
