import { openApiDocument } from '#shared/http/openapi/openapi';
import { once } from '#shared/platform/env';
import { CONTRACTS } from './contracts.ts';
import { DOCUMENT_OPTIONS } from './openapi-options.ts';

/**
 * The OpenAPI document of the whole API except its URL. The build generates it into bundles, because the functions
 * contain neither descriptions nor examples (scripts/bundle/plugins.ts).
 */
export const apiDocument = once(() => openApiDocument(CONTRACTS, DOCUMENT_OPTIONS));
