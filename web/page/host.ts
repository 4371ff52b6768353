import type { MessageType } from '#web/loader/messages';

/** Tells the page that shows this one in a frame what happens. */
export type Notify = (type: MessageType, more?: Readonly<Record<string, unknown>>) => void;

/** Whose session the messages are about. */
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
 * The origin of the page around this one: as the loader named it, else as the browser knows it. A wrong one harms nobody,
 * because the browser delivers a message only to a page of the origin that it is for.
 */
const hostOrigin = (named: string | undefined, window: Window): string | undefined =>
  originOf(named) ?? originOf(window.location.ancestorOrigins?.[0]) ?? originOf(window.document.referrer);

/** Whether the page is shown in a frame of another. */
export const isFramed = (window: Window): boolean => window.parent !== window;

/** Messages to the embedding origin, and to no other. */
export const makeNotify = (named: string | undefined, subject: MessageSubject, window: Window): Notify => {
  const origin = isFramed(window) ? hostOrigin(named, window) : undefined;
  return (type, more = {}) => {
    if (origin !== undefined) window.parent.postMessage({ type, ...subject, ...more }, origin);
  };
};
