import { domainToASCII } from 'node:url';

/** Maximum characters of an address that mail servers accept (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** The part before the `@`: atoms joined by dots (RFC 5321, 4.1.2), 64 characters (4.5.3.1.1). No quoted texts. */
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** A host name whose top level is not a number, so that an IP address does not match. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/;

/** What a domain may contain before it is converted to ASCII. Everything else has a meaning to the URL parser. */
const DOMAIN_CHARACTERS = /^[A-Za-z\d.\u0080-\u{10ffff}-]+$/u;

/** A domain in the form of mail servers: lower case, in ASCII (IDNA). Empty for an invalid domain. */
const toMailDomain = (domain: string): string =>
  domain.length <= MAX_EMAIL_LENGTH && DOMAIN_CHARACTERS.test(domain) ? domainToASCII(domain) : '';

const split = (address: string): readonly [localPart: string, domain: string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
};

/**
 * The form in which addresses are compared, stored and written to: trimmed, lower case, an international domain in
 * ASCII. A text that is not an address is only trimmed and lower-cased.
 */
export const normaliseEmail = (text: string): string => {
  const address = text.trim().toLowerCase();
  const [localPart, domain] = split(address);
  const mailDomain = toMailDomain(domain);
  return localPart === '' || mailDomain === '' ? address : `${localPart}@${mailDomain}`;
};

/**
 * Whether a text is an e-mail address that a mail server would accept. The whole service uses this check. Surrounding
 * spaces and a preceding name are not part of an address.
 */
export const isEmailAddress = (text: string): boolean => {
  const [localPart, domain] = split(text);
  const mailDomain = toMailDomain(domain);
  return (
    localPart.length + 1 + mailDomain.length <= MAX_EMAIL_LENGTH &&
    LOCAL_PART.test(localPart) &&
    DOMAIN.test(mailDomain)
  );
};

/** A comma that is not within a quoted name. */
const BETWEEN_MAILBOXES = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** An address in angle brackets, after its owner's name (RFC 5322, 3.4). */
const NAMED = /^[^<>]*<([^<>]*)>$/;

/**
 * The addresses of mailboxes as people write them: with or without a name, several separated by commas.
 *
 * @param text of bounded length.
 * @returns an address for each, undefined for an invalid one.
 */
export const parseMailboxes = (text: string): readonly (string | undefined)[] =>
  text.split(BETWEEN_MAILBOXES).map((part) => {
    const mailbox = part.trim();
    const address = (NAMED.exec(mailbox)?.[1] ?? mailbox).trim();
    return isEmailAddress(address) ? address : undefined;
  });
