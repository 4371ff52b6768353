import { PAGE_DATA_ID, type PageData } from '#shared/onboarding/embed/page-data';

/** The URL of the page, parsed. */
export interface PageAddress {
  /** The API's root, ending with a slash: the part of the URL before `w/`. */
  readonly base: string;
  readonly token: string;
  readonly applicantId: string | undefined;
  /** The customer's proof that it made the link for this applicant. */
  readonly applicantSignature: string | undefined;
  readonly referenceId: string | undefined;
  /** The origin of the host page, as its loader stated it. */
  readonly hostOrigin: string | undefined;
  /** Whether that loader keeps the page's memory. */
  readonly isRemembered: boolean;
}

/** Parses the page's own URL: `<base>w/<token>?applicantId=&applicantSignature=&referenceId=&origin=&memory=`. */
export const pageAddress = (href: string): PageAddress => {
  const url = new URL(href);
  const parameter = (name: string): string | undefined => url.searchParams.get(name) || undefined;
  return {
    base: new URL('..', url).href,
    token: url.pathname.slice(url.pathname.lastIndexOf('/') + 1),
    applicantId: parameter('applicantId'),
    applicantSignature: parameter('applicantSignature'),
    referenceId: parameter('referenceId'),
    hostOrigin: parameter('origin'),
    isRemembered: parameter('memory') === 'host',
  };
};

/** The data that the server wrote into the page. */
export const readPageData = (document: Document): PageData =>
  JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '') as PageData;
