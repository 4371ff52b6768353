import type { PersonRole } from '#shared/sources/ports';
import { declaredPeople } from '#shared/verification/declared';
import { defined } from '#shared/verification/defined';
import { type Check, failed, judged, passed, review, withoutVerdict } from './check.ts';

/** Everyone named has the declared identity and role. One unknown person fails the check. */
export const peopleCheck =
  (role: PersonRole): Check =>
  async ({ answers, declared: { businessName, registrationNumber }, ports, signal }) => {
    const people = declaredPeople(answers);
    if (people === undefined || people.length === 0) return withoutVerdict('input_missing');
    const answer = await ports.identity({ role, people, ...defined({ businessName, registrationNumber }) }, signal);
    return judged(answer, failed('person_not_confirmed'), ({ people: verdicts }) => {
      if (verdicts.includes('not_confirmed')) return failed('person_not_confirmed');
      return verdicts.includes('mismatch') ? review('person_mismatch') : passed();
    });
  };
