import * as v from 'valibot';
import { text } from './texts.ts';

/**
 * Schemes whose addresses are code or content instead of a place. Browsers read a scheme past the space and the control
 * characters in and before it (WHATWG URL, 4.4), and whoever cleans an address up may drop more: none of it counts.
 */
const UNSAFE_SCHEME = /^(?:javascript|vbscript|data):/i;
const IMAGE = /^data:image\//i;
const INVISIBLE = /[\s\p{C}]+/gu;

/** What else than addresses of places a field may hold. */
interface AddressRules {
  /** Images that are spelled out in the address itself (RFC 2397), such as `data:image/png;base64,…`. */
  readonly dataImages?: true;
}

/**
 * An address that a browser is sent to or loads from: any text of at most `maxLength` code points that neither runs as
 * code nor holds a page, so deep links, relative addresses and whatever else. Whether it works is another question.
 */
// @__NO_SIDE_EFFECTS__
export function addressText(maxLength: number, { dataImages }: AddressRules = {}) {
  return v.pipe(
    text(maxLength),
    v.check((address) => {
      const visible = address.replace(INVISIBLE, '');
      return !UNSAFE_SCHEME.test(visible) || (dataImages === true && IMAGE.test(visible));
    }, 'Must not be a javascript:, vbscript: or data: address'),
  );
}
