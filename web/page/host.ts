import type { MessageType } from '#web/loader/messages';

/** Sends a message to the page that embeds this one. */
export type Notify = (type: MessageType, more?: Readonly<Record<string, unknown>>) => void;

/** The session that messages are about. */
export interface MessageSubject {
  sessionId: string | null;
  applicantId: string | null;
}

/** The origin of a web address; undefined for anything else. */
export const originOf = (address: string | undefined): string | undefined => {
  const url = address === undefined ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
};

/**
 * The origin of the host page: as the loader stated it, else as the browser knows it. A false origin does no harm,
 * because the browser delivers a message only to a page of that origin.
 */
const hostOrigin = (named: string | undefined, window: Window): string | undefined =>
  originOf(named) ?? originOf(window.location.ancestorOrigins?.[0]) ?? originOf(window.document.referrer);

/** Whether the page is shown in another page's frame. */
export const isFramed = (window: Window): boolean => window.parent !== window;

/** Sends messages to the origin of the host page only. */
export const makeNotify = (named: string | undefined, subject: MessageSubject, window: Window): Notify => {
  const origin = isFramed(window) ? hostOrigin(named, window) : undefined;
  return (type, more = {}) => {
    if (origin !== undefined) window.parent.postMessage({ type, ...subject, ...more }, origin);
  };
};
