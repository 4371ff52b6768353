import * as v from 'valibot';
import type { YenteConfig } from '#shared/sources/config';
import { HttpFailure, postJson, urlBelow } from '#shared/sources/http-client';
import { found } from '#shared/sources/lookup-results';
import { askPatiently, type Patience } from '#shared/sources/patience';
import type {
  EntryDetails,
  ListedEntry,
  ScreenedEntity,
  ScreeningHit,
  ScreeningQuery,
  SourcePorts,
} from '#shared/sources/ports';
import { LISTED_TOPICS } from './screening-topics.ts';

/** An invalid value of a field that is only displayed must not make a screening unusable. */
const shownOrNothing = v.fallback(v.optional(v.nullable(v.string())), null);

/** {@link shownOrNothing} for a property, which may have entities among its texts. */
const shownTexts = v.fallback(v.optional(v.array(v.unknown()), []), []);

/** The fields of yente's `EntityMatchResponse` that are used; the rest is dropped. */
const matchResponseSchema = v.object({
  responses: v.record(
    v.string(),
    v.object({
      status: v.literal(200),
      results: v.array(
        v.object({
          id: v.string(),
          caption: v.optional(v.string()),
          score: v.number(),
          match: v.boolean(),
          datasets: v.optional(v.array(v.string()), []),
          referents: v.optional(v.array(v.string()), []),
          first_seen: shownOrNothing,
          last_change: shownOrNothing,
          properties: v.object({
            topics: v.optional(v.array(v.string()), []),
            sourceUrl: v.optional(v.array(v.string()), []),
            address: shownTexts,
            country: shownTexts,
            jurisdiction: shownTexts,
            birthDate: shownTexts,
          }),
        }),
      ),
    }),
  ),
});

type MatchResponse = v.InferOutput<typeof matchResponseSchema>;

type ListedEntity = MatchResponse['responses'][string]['results'][number];

/** Maximum length of an entry's name or address. A longer address is left out, because part of it leads nowhere. */
const SHOWN_LENGTH = 500;

/** A text of an entry, cut to the maximum. A character halved by the cut is replaced. */
const shown = (text: string): string => text.slice(0, SHOWN_LENGTH).toWellFormed();

/**
 * The entry as its list shows it. Without a name it is shown by its id. Of merged entries, the first list and address
 * are used.
 */
const listedOf = ({ id, caption = id, datasets: [list], properties }: ListedEntity, dataset: string): ListedEntry => ({
  list: shown(list ?? dataset),
  entity: shown(caption),
  url: properties.sourceUrl.find((url) => /^https?:\/\//.test(url) && url.length <= SHOWN_LENGTH) ?? null,
});

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

/** Further details of an entry. */
const detailsOf = ({ datasets, properties, first_seen, last_change }: ListedEntity): EntryDetails => {
  const { topics, address, country, jurisdiction, birthDate } = properties;
  return {
    lists: datasets,
    topics,
    listedAt: firstText(first_seen),
    changedAt: firstText(last_change),
    address: firstText(...address),
    country: firstText(...country, ...jurisdiction),
    birthDate: firstText(...birthDate),
  };
};

const exampleOf = ({ kind, names, registrationNumber, jurisdiction }: ScreenedEntity) => ({
  schema: kind === 'business' ? 'Company' : 'Person',
  properties: {
    name: names,
    ...(registrationNumber && { registrationNumber: [registrationNumber] }),
    ...(jurisdiction && { [kind === 'business' ? 'jurisdiction' : 'country']: [jurisdiction] }),
  },
});

const matchUrl = ({ baseUrl, dataset, threshold }: YenteConfig, topics: ScreeningQuery['topics']): URL => {
  const url = urlBelow(baseUrl, `match/${dataset}`);
  url.searchParams.set('threshold', String(threshold));
  for (const topic of topics.flatMap((requested) => LISTED_TOPICS[requested])) url.searchParams.append('topics', topic);
  return url;
};

const entityId = (index: number): string => `entity-${index}`;

/** The whole response is discarded if yente left out an entity, because that one was not screened. */
const hitsOf = ({ responses }: MatchResponse, { entities, topics }: ScreeningQuery, dataset: string): ScreeningHit[] =>
  entities.flatMap((_, index) => {
    const response = responses[entityId(index)];
    if (!response) throw new HttpFailure('unusable_answer', true);
    return response.results
      .filter(({ match }) => match)
      .flatMap((entity) =>
        topics
          .filter((topic) => entity.properties.topics.some((listed) => LISTED_TOPICS[topic].includes(listed)))
          .map((topic) => ({
            topic,
            listedId: entity.id,
            listed: listedOf(entity, dataset),
            matchScore: entity.score,
            details: detailsOf(entity),
            ...(entity.referents.length > 0 && { formerIds: entity.referents }),
          })),
      );
  });

/**
 * Screening by yente's `POST /match/{dataset}` (github.com/opensanctions/yente, `yente/routers/match.py`): one batch
 * with an example entity for each entity to look up, filtered to the requested risk tags. A hosted service requires the
 * key as `Authorization: ApiKey …`, a self-hosted yente needs none. Candidates below the threshold are not hits.
 */
export const yenteScreening =
  (config: YenteConfig, patience: Patience): SourcePorts['screening'] =>
  (query, signal) => {
    const queries = Object.fromEntries(query.entities.map((entity, index) => [entityId(index), exampleOf(entity)]));
    const ask = async () => {
      const result = v.safeParse(
        matchResponseSchema,
        await postJson({
          url: matchUrl(config, query.topics),
          headers: config.apiKey === undefined ? {} : { authorization: `ApiKey ${config.apiKey}` },
          body: { queries },
          timeoutSeconds: config.timeoutSeconds,
          signal,
        }),
      );
      if (!result.success) throw new HttpFailure('unusable_answer', true);
      return found({ hits: hitsOf(result.output, query, config.dataset) });
    };
    return askPatiently(ask, patience, signal);
  };
