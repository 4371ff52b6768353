import { MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { PlainButton } from './buttons.tsx';
import { Field, type FieldProps, focusSoon } from './fields.tsx';
import * as TEXTS from './texts.ts';
import { allEntries, fieldsOfPerson, type Person } from './values.ts';

/** The people of a field: a card for each, with all fields of that person. */
export const People = ({ field, id, value, problems, path, offers = [], onValue, onLeave }: FieldProps) => {
  const given = allEntries(value).filter((entry): entry is Person => typeof entry !== 'string');
  const people: readonly Person[] = given.length > 0 ? given : [{}];
  const [first] = fieldsOfPerson(field);
  const focusPerson = (row: number): void => focusSoon(`${id}-${row}-${first?.name}`);
  const problem = problems[path];
  return (
    <div class={problem === undefined ? 'field' : 'field wrong'}>
      <p class="label">
        <strong>{field.label}</strong>
        {!field.required && <span class="optional">{TEXTS.optional}</span>}
      </p>
      {field.help !== undefined && <p class="help">{field.help}</p>}
      {problem !== undefined && <p class="problem">{problem}</p>}
      {people.map((person, row) => (
        <fieldset key={row} class="card">
          <legend>{TEXTS.person(row + 1)}</legend>
          {fieldsOfPerson(field).map((part) => (
            <Field
              key={part.name}
              field={row === 0 ? part : { ...part, label: TEXTS.entry(part.label, row + 1) }}
              id={`${id}-${row}-${part.name}`}
              value={person[part.name] ?? ''}
              problems={problems}
              path={`${path}.${row}.${part.name}`}
              onValue={(text) =>
                onValue(people.map((one, at) => (at === row ? { ...one, [part.name]: String(text ?? '') } : one)))
              }
              onLeave={onLeave}
            />
          ))}
          {people.length > 1 && (
            <PlainButton
              text={TEXTS.remove}
              about={TEXTS.person(row + 1)}
              onPress={() => {
                onValue(people.filter((_, at) => at !== row));
                focusPerson(Math.max(0, row - 1));
              }}
            />
          )}
        </fieldset>
      ))}
      {people.length < MAX_LIST_ENTRIES && (
        <PlainButton
          text={`+ ${TEXTS.addPerson}`}
          about={`(${field.label})`}
          onPress={() => {
            onValue([...people, {}]);
            focusPerson(people.length);
          }}
        />
      )}
      {offers.map((offer) => (
        <PlainButton
          key={offer.text}
          text={offer.text}
          onPress={() => {
            onValue(offer.value);
            focusPerson(0);
          }}
        />
      ))}
    </div>
  );
};
