import { type FrameOptions, type MountedFrame, mountFrame } from './frame.ts';

/** The options with which a customer's page mounts the hosted page. */
interface MountOptions extends Omit<FrameOptions, 'container'> {
  /** The element to mount it in, or a selector. */
  readonly container: Element | string;
}

declare global {
  interface Window {
    Kyb: { mount: (options: MountOptions) => MountedFrame };
  }
}

const script = document.currentScript as HTMLScriptElement | null;
/** The API's root, from which the loader was loaded, ending with a slash. */
const base = new URL('.', script?.src || location.href).href;

/** Mounts the hosted page in an element. @throws TypeError without a token, or when there is no such element. */
const mount = ({ container, ...options }: MountOptions): MountedFrame => {
  const element = typeof container === 'string' ? document.querySelector(container) : container;
  if (!element) throw new TypeError(`Kyb.mount: there is no element ${String(container)}`);
  return mountFrame(base, { ...options, container: element });
};

window.Kyb = { mount };

/** Mounts with the script's own attributes: in `data-container`, or at the script. */
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
  // For a script in the head, the container does not exist yet.
  const isLater = document.readyState === 'loading' && (script.dataset['container'] !== undefined || !document.body);
  if (isLater) document.addEventListener('DOMContentLoaded', () => mountByAttributes(script, script));
  else mountByAttributes(script, script);
}
