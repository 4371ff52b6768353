import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const metaExamples: RequestExamples = {
  'read-signing-keys': {},
  'serve-openapi': {},
};
