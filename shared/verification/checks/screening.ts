import type { ScreenedEntity, ScreeningTopic } from '#shared/sources/ports';
import { HIT_REASONS } from '#shared/verification/check-reasons';
import type { Declared } from '#shared/verification/declared';
import { defined } from '#shared/verification/defined';
import { evidenceFields } from '#shared/verification/evidence-fields';
import { foundEntries } from '#shared/verification/listed-entry';
import { distinctNames } from '#shared/verification/name-matching';
import { type Check, judgeResult, passed, review, sourceUnavailable, withoutVerdict } from './check.ts';

/** The business under each of its names, including the registry's, as separate entities, so that none hides another. */
const businessesOf = (declared: Declared): ScreenedEntity[] => {
  const { businessNames, otherNames, registeredName, registrationNumber, jurisdiction } = declared;
  return distinctNames([
    ...businessNames,
    ...otherNames,
    ...(registeredName === undefined ? [] : [registeredName]),
  ]).map((name) => ({ kind: 'business', names: [name], ...defined({ registrationNumber, jurisdiction }) }));
};

/**
 * Passes if no list has an entry in these topics for the business, under any of its names, or for anyone named with it.
 * A hit is a possible match by name, so it goes to review and never fails the check by itself. A hit that a reviewer
 * has cleared is stored but does not count.
 */
export const screeningCheck =
  (...topics: ScreeningTopic[]): Check =>
  async ({ declared, ports, signal, isCleared }) => {
    const people = distinctNames(declared.people).map((name): ScreenedEntity => ({ kind: 'person', names: [name] }));
    const entities = [...businessesOf(declared), ...people];
    if (entities.length === 0) return withoutVerdict('input_missing');
    const answer = await ports.screening({ entities, topics }, signal);
    if (answer.status === 'not_found') return sourceUnavailable('unusable_answer');
    const businesses = entities.filter(({ kind }) => kind === 'business');
    return judgeResult(answer, {
      compared: evidenceFields({
        businessNames: businesses.flatMap(({ names }) => names),
        registrationNumber: declared.registrationNumber,
        people: people.flatMap(({ names }) => names),
      }),
      // The lists' own data is stored with each entry.
      answered: ({ hits }) => evidenceFields({ possibleMatches: String(hits.length) }),
      notFound: sourceUnavailable('unusable_answer'),
      judge: ({ hits }) => {
        const found = foundEntries(hits, isCleared);
        const reasons = topics.filter((topic) => found.openTopics.includes(topic)).map((topic) => HIT_REASONS[topic]);
        return { ...(reasons.length > 0 ? review(...reasons) : passed()), ...(hits.length > 0 && { found }) };
      },
    });
  };
