import type { IdentityFacts, PersonRole } from '#shared/sources/ports';
import type { CheckReason } from '#shared/verification/check-reasons';
import { declaredPeople } from '#shared/verification/declared';
import { defined } from '#shared/verification/defined';
import { evidenceFields } from '#shared/verification/evidence-fields';
import { type Check, type CheckOutcome, failed, judgeResult, passed, review, withoutVerdict } from './check.ts';

/** The reasons why a person is not confirmed, by the source's verdict. */
const PERSON_REASONS: Readonly<Record<IdentityFacts['people'][number], readonly CheckReason[]>> = {
  confirmed: [],
  mismatch: ['person_mismatch'],
  not_confirmed: ['person_not_confirmed'],
};

const outcomeOf = (verdicts: IdentityFacts['people']): CheckOutcome => {
  if (verdicts.includes('not_confirmed')) return failed('person_not_confirmed');
  return verdicts.includes('mismatch') ? review('person_mismatch') : passed();
};

/** Passes if everyone named has the declared identity and role. One unknown person fails the check. */
export const peopleCheck =
  (role: PersonRole): Check =>
  async ({ answers, declared: { businessName, registrationNumber }, ports, signal }) => {
    const people = declaredPeople(answers);
    if (people === undefined || people.length === 0) return withoutVerdict('input_missing');
    const told = (verdicts: IdentityFacts['people']): CheckOutcome => ({
      ...outcomeOf(verdicts),
      people: people.map(({ fullName }, at) => ({
        fullName,
        reasonCodes: PERSON_REASONS[verdicts[at] ?? 'not_confirmed'],
      })),
    });
    const answer = await ports.identity({ role, people, ...defined({ businessName, registrationNumber }) }, signal);
    return judgeResult(answer, {
      compared: evidenceFields({ people: people.map(({ fullName }) => fullName), businessName, registrationNumber }),
      // Both lists are in the order of the people compared.
      answered: ({ people: verdicts, recordedNames = [] }) =>
        evidenceFields({ people: recordedNames.map((name) => name ?? ''), verdicts }),
      notFound: told(people.map(() => 'not_confirmed')),
      judge: ({ people: verdicts }) => told(verdicts),
    });
  };
