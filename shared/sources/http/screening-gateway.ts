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

/** What is only shown must not make a screening unusable, whatever it is. */
const shownOrNothing = v.fallback(v.optional(v.nullable(v.string())), null);

/** {@link shownOrNothing} of a property, which may hold entities beside texts. */
const shownTexts = v.fallback(v.optional(v.array(v.unknown()), []), []);

/** The fields of yente's `EntityMatchResponse` that we need; the rest is dropped. */
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

/** The longest name or address of an entry that is kept; a longer address is left out, since a part of it leads nowhere. */
const SHOWN_LENGTH = 500;

/** A text of an entry, cut where it is too long; the cut may halve a character. */
const shown = (text: string): string => text.slice(0, SHOWN_LENGTH).toWellFormed();

/**
 * The entry as its list shows it, by its id where it has no name: the first list and the first address, of those that
 * yente has merged.
 */
const listedOf = ({ id, caption = id, datasets: [list], properties }: ListedEntity, dataset: string): ListedEntry => ({
  list: shown(list ?? dataset),
  entity: shown(caption),
  url: properties.sourceUrl.find((url) => /^https?:\/\//.test(url) && url.length <= SHOWN_LENGTH) ?? null,
});

const firstText = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

/** What else is said of an entry. */
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

/** An entity that yente left out was not screened, so the whole response is discarded. */
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
 * with an example entity for everyone to look up, filtered to the requested risk tags. A hosted service requires the
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
