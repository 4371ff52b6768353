import * as v from 'valibot';
import { text } from './texts.ts';

/**
 * Schemes whose addresses are code or content instead of a location. Browsers recognise a scheme despite spaces and
 * control characters in and before it (WHATWG URL, 4.4), and code that cleans up addresses may drop more characters.
 * All of them are ignored here.
 */
const UNSAFE_SCHEME = /^(?:javascript|vbscript|data):/i;
const IMAGE = /^data:image\//i;
const INVISIBLE = /[\s\p{C}]+/gu;

/** What a field may hold besides addresses of locations. */
interface AddressRules {
  /** Images embedded in the address itself (RFC 2397), such as `data:image/png;base64,…`. */
  readonly dataImages?: true;
}

/**
 * An address that a browser is sent to or loads from: any text of at most `maxLength` code points that neither runs as
 * code nor contains a page. Deep links and relative addresses are included. Whether it works is not checked.
 */
// @__NO_SIDE_EFFECTS__
export function addressText(maxLength: number, { dataImages }: AddressRules = {}) {
  return v.pipe(
    text(maxLength),
    v.check((address) => {
      const visible = address.replace(INVISIBLE, '');
      return !UNSAFE_SCHEME.test(visible) || (dataImages === true && IMAGE.test(visible));
    }, 'Must not be a javascript:, vbscript: or data: URL'),
  );
}

const WEB_SCHEMES: readonly (string | undefined)[] = ['http:', 'https:'];

/** An absolute web address: http or https, of at most `maxLength` code points. Whether it works is not checked. */
// @__NO_SIDE_EFFECTS__
export function httpAddressText(maxLength: number) {
  return v.pipe(
    text(maxLength),
    v.metadata({ format: 'uri' }),
    v.check((address) => WEB_SCHEMES.includes(URL.parse(address)?.protocol), 'Must be an http or https URL'),
  );
}
