import type { ScreenedEntity, ScreeningTopic } from '#shared/sources/ports';
import { HIT_REASONS } from '#shared/verification/check-reasons';
import type { Declared } from '#shared/verification/declared';
import { defined } from '#shared/verification/defined';
import { type Check, judged, passed, review, sourceUnavailable, withoutVerdict } from './check.ts';

const businessOf = ({ businessName, otherNames, registrationNumber, jurisdiction }: Declared): ScreenedEntity[] => {
  const names = [...(businessName === undefined ? [] : [businessName]), ...otherNames];
  if (names.length === 0) return [];
  return [{ kind: 'business', names, ...defined({ registrationNumber, jurisdiction }) }];
};

/**
 * Neither the business nor anyone named with it is on a list of these topics. A hit is a possible match by name, so it
 * goes to review and never fails the check by itself.
 */
export const screeningCheck =
  (...topics: ScreeningTopic[]): Check =>
  async ({ declared, ports, signal }) => {
    const people = declared.people.map((fullName): ScreenedEntity => ({ kind: 'person', names: [fullName] }));
    const entities = [...businessOf(declared), ...people];
    if (entities.length === 0) return withoutVerdict('input_missing');
    const answer = await ports.screening({ entities, topics }, signal);
    return judged(answer, sourceUnavailable('unusable_answer'), ({ hits }) => {
      const reasons = topics
        .filter((topic) => hits.some((hit) => hit.topic === topic))
        .map((topic) => HIT_REASONS[topic]);
      return reasons.length > 0 ? review(...reasons) : passed();
    });
  };
