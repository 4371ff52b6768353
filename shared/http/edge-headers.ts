/**
 * The header that the stage's own edge puts its secret into. CloudFront can add none whose name begins with `X-Edge-`
 * (Amazon CloudFront Developer Guide, "Custom headers that CloudFront can't add to origin requests").
 */
export const EDGE_SECRET_HEADER = 'X-Origin-Verify';
