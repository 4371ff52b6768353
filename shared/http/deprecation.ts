import type { Deprecation } from './contract.ts';

/**
 * The headers of every response of a deprecated endpoint: since when it is deprecated (RFC 9745), from when it may be
 * missing (RFC 8594), and where its successor is described.
 */
export const deprecationHeaders = ({ sinceDate, sunsetDate, link }: Deprecation): Record<string, string> => ({
  Deprecation: `@${Date.parse(sinceDate) / 1000}`,
  Sunset: new Date(sunsetDate).toUTCString(),
  Link: `<${link}>; rel="deprecation"`,
});
