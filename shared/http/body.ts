import type { Contract } from './contract.ts';
import { ApiError } from './errors.ts';
import { parseJson } from './json.ts';
import type { ApiEvent } from './request.ts';

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const parseForm = (text: string): unknown => Object.fromEntries(new URLSearchParams(text));

const textOf = ({ body = '', isBase64Encoded }: ApiEvent): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

/**
 * The middleware that parses the body, for contracts that describe one. A request without a body is left to the schema,
 * which names the missing fields.
 *
 * @throws ApiError UNSUPPORTED_CONTENT_TYPE, MALFORMED_JSON.
 */
export const parseBody =
  ({ body, consumes }: Pick<Contract, 'body' | 'consumes'>) =>
  ({ event }: { event: ApiEvent }): void => {
    if (!body || !event.body) {
      delete event.body;
      return;
    }
    const [type, parse] = consumes === 'form' ? [FORM_TYPE, parseForm] : [JSON_TYPE, parseJson];
    const contentType = event.headers['content-type'] ?? event.headers['Content-Type'] ?? '';
    if (!type.test(contentType)) throw new ApiError('UNSUPPORTED_CONTENT_TYPE');
    event.body = parse(textOf(event)) as never;
  };
