import jsonBodyParser from '@middy/http-json-body-parser';
import type { Contract } from './contract.ts';
import { ApiError } from './errors.ts';
import type { ApiEvent } from './request.ts';

const json = jsonBodyParser();

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const parseForm = (event: ApiEvent): unknown => {
  const contentType = event.headers['content-type'] ?? event.headers['Content-Type'] ?? '';
  if (!FORM.test(contentType)) throw new ApiError('UNSUPPORTED_CONTENT_TYPE');
  const text = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : event.body;
  return Object.fromEntries(new URLSearchParams(text));
};

/**
 * The middleware that replaces the text of the body by its value, for contracts that describe one. A request without a
 * body is left for the schema, which names the fields that are missing.
 *
 * @throws ApiError UNSUPPORTED_CONTENT_TYPE, or an error of the JSON parser for the error mapper.
 */
export const parseBody =
  (contract: Pick<Contract, 'body' | 'consumes'>) =>
  (request: { event: ApiEvent }): void => {
    if (!contract.body || !request.event.body) {
      delete request.event.body;
      return;
    }
    if (contract.consumes === 'form') request.event.body = parseForm(request.event) as never;
    else json.before?.(request as never);
  };
