/** A key of `live`, secret or publishable. */
const LIVE_KEY = /live_[ps]k_/;

/** The message for people who enter a key of `live`. */
export const LIVE_KEY_MESSAGE =
  'That is a live key. Requests from this page are for the sandbox: use a key that starts with test_sk_.';

/** Whether a text contains a key of `live`. */
const holdsLiveKey = (text: string): boolean => LIVE_KEY.test(text);

/**
 * `fetch` for requests that people try from the page: with the key that they entered and never with the cookies of
 * somebody who is signed in, and never with a key of live.
 *
 * @throws TypeError for a key of live; nothing is sent.
 */
export const sandboxFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    if ([request.url, ...request.headers.values()].some(holdsLiveKey)) throw new TypeError(LIVE_KEY_MESSAGE);
    return send(new Request(request, { credentials: 'omit' }));
  };

/**
 * Keeps keys of `live` out of the fields of the page, and says so. An entered key is removed, and a pasted one is not
 * inserted.
 */
export const refuseLiveKeys = (page: Document, say: (message: string) => void): void => {
  const entered = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement) || !holdsLiveKey(target.value)) return;
    target.value = '';
    say(LIVE_KEY_MESSAGE);
  };
  const pasted = (event: ClipboardEvent): void => {
    if (!holdsLiveKey(event.clipboardData?.getData('text') ?? '')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say(LIVE_KEY_MESSAGE);
  };
  // Captured, to run before the renderer's own listeners.
  page.addEventListener('input', entered, { capture: true });
  page.addEventListener('paste', pasted, { capture: true });
};
