import { CONTRACTS } from '#functions/api/contracts';
import { DOCUMENT_OPTIONS } from '#functions/api/openapi-options';
import { type OpenApiDocument, openApiDocument } from '#shared/http/openapi/openapi';
import { isForIntegrators } from '#shared/http/openapi/openapi-operation';

/**
 * The API document for integrators who generate a client from it: without the operations of administrators and
 * providers.
 */
export const publishedDocument = (): OpenApiDocument =>
  openApiDocument(CONTRACTS.filter(isForIntegrators), DOCUMENT_OPTIONS);
