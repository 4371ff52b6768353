import * as v from 'valibot';
import type { GatewayConfig } from '#shared/sources/config';
import { HttpFailure, postJson, urlBelow } from '#shared/sources/http-client';
import { found, NOT_FOUND } from '#shared/sources/lookup-results';
import { askPatiently, type Patience } from '#shared/sources/patience';
import type { SourcePort, SourceResult } from '#shared/sources/ports';

/** One lookup of the gateway contract. */
export interface GatewayQuestion<Query, Facts> {
  /** Below the base URL, without a leading slash. */
  readonly path: string;
  readonly facts: v.GenericSchema<unknown, Facts>;
  /** Whether the facts match this query; otherwise they are discarded. */
  readonly answers?: (facts: Facts, query: Query) => boolean;
}

const bodyOf = <Facts>(facts: v.GenericSchema<unknown, Facts>) =>
  v.variant('found', [v.object({ found: v.literal(true), facts }), v.object({ found: v.literal(false) })]);

/**
 * The adapter of the provider-neutral gateway. Every lookup is
 *
 * POST {baseUrl}/{path} Authorization: Bearer {apiKey} Content-Type: application/json
 *
 * {the query of the port}
 *
 * The only valid responses are 200 with `{"found": true, "facts": {…}}` or, when the source confirms that there is no
 * such record, 200 with `{"found": false}`. Another status, such as a 404 from a wrong path, says nothing about the
 * record. `GATEWAY_QUESTIONS` has the lookups and the facts of each. A provider is connected by a gateway that
 * implements this contract.
 */
export const gatewayPort =
  <Query, Facts>(
    question: GatewayQuestion<Query, Facts>,
    config: GatewayConfig,
    patience: Patience,
  ): SourcePort<Query, Facts> =>
  (query, signal) => {
    const body = bodyOf(question.facts);
    const ask = async (): Promise<SourceResult<Facts>> => {
      const response = v.safeParse(
        body,
        await postJson({
          url: urlBelow(config.baseUrl, question.path),
          headers: { authorization: `Bearer ${config.apiKey}` },
          body: query,
          timeoutSeconds: config.timeoutSeconds,
          signal,
        }),
      );
      if (!response.success) throw new HttpFailure('unusable_answer', true);
      if (!response.output.found) return NOT_FOUND;
      const { facts } = response.output;
      if (question.answers && !question.answers(facts, query)) throw new HttpFailure('unusable_answer', true);
      return found(facts);
    };
    return askPatiently(ask, patience, signal);
  };
