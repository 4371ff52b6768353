import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { TEXTS } from './texts.ts';
import { optionText, type Value } from './values.ts';

/** What every control gets. */
interface ControlProps {
  readonly field: ModuleField;
  readonly id: string;
  readonly value: Value | undefined;
  /** The ids of the texts that describe it. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly onValue: (value: Value) => void;
  readonly onLeave: () => void;
}

/** What browsers and their keyboards may fill in by themselves. */
const COMPLETIONS: Readonly<Record<string, string>> = {
  businessName: 'organization',
  email: 'email',
  phone: 'tel',
  website: 'url',
  street: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
};

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : (value?.[0] ?? ''));

/** What is the same for every control. */
const shared = ({ field, id, describedBy, invalid, onLeave }: ControlProps) => ({
  id,
  name: field.name,
  'aria-describedby': describedBy,
  'aria-invalid': invalid,
  'aria-required': field.required,
  onBlur: onLeave,
});

/** A web address need not have a scheme, which an input of the type `url` would ask for. */
const INPUT_TYPES: Readonly<Partial<Record<ModuleField['type'], 'email' | 'tel' | 'date'>>> = {
  email: 'email',
  tel: 'tel',
  date: 'date',
};

/** The values that a text offers; it may be any other as well. */
const Suggestions = ({ field, id }: Pick<ControlProps, 'field' | 'id'>) => (
  <datalist id={`${id}-suggestions`}>
    {field.suggestions?.map((value) => (
      <option key={value} value={value} label={field.optionLabels?.[value]} />
    ))}
  </datalist>
);

const TextInput = (props: ControlProps) => {
  const { field, id, value, onValue } = props;
  return (
    <>
      <input
        {...shared(props)}
        // Preact's types have an element of their own for each type of input.
        type={(INPUT_TYPES[field.type] ?? 'text') as 'text'}
        inputMode={field.type === 'url' ? 'url' : undefined}
        autocomplete={COMPLETIONS[field.name] ?? 'off'}
        maxLength={MAX_ANSWER_LENGTH[field.type]}
        list={field.suggestions && `${id}-suggestions`}
        value={textOf(value)}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {field.suggestions && <Suggestions field={field} id={id} />}
    </>
  );
};

const TextArea = (props: ControlProps) => (
  <textarea
    {...shared(props)}
    rows={4}
    maxLength={MAX_ANSWER_LENGTH.textarea}
    value={textOf(props.value)}
    onInput={({ currentTarget }) => props.onValue(currentTarget.value)}
  />
);

const Choice = (props: ControlProps) => (
  <select
    {...shared(props)}
    value={textOf(props.value)}
    onChange={({ currentTarget }) => props.onValue(currentTarget.value)}
  >
    <option value="">{TEXTS.choose}</option>
    {props.field.options?.map((option) => (
      <option key={option} value={option}>
        {optionText(props.field, option)}
      </option>
    ))}
  </select>
);

/** A list: one input for each entry; the first is the one that the label belongs to. */
const TextList = (props: ControlProps) => {
  const { field, id, value, onValue } = props;
  const entries = value && typeof value !== 'string' && value.length > 0 ? value : [textOf(value)];
  const replaced = (index: number, text: string) => entries.map((entry, at) => (at === index ? text : entry));
  return (
    <div class="list">
      {entries.map((entry, index) => (
        <div key={index} class="entry">
          <input
            {...shared(props)}
            id={index === 0 ? id : `${id}-${index}`}
            aria-label={index === 0 ? undefined : TEXTS.entry(field.label, index + 1)}
            type="text"
            autocomplete="off"
            maxLength={MAX_ANSWER_LENGTH.list}
            value={entry}
            onInput={({ currentTarget }) => onValue(replaced(index, currentTarget.value))}
          />
          {entries.length > 1 && (
            <button type="button" class="plain" onClick={() => onValue(entries.filter((_, at) => at !== index))}>
              {TEXTS.remove}
              <span class="hidden"> {TEXTS.entry(field.label, index + 1)}</span>
            </button>
          )}
        </div>
      ))}
      {entries.length < MAX_LIST_ENTRIES && (
        <button type="button" class="plain" onClick={() => onValue([...entries, ''])}>
          + {TEXTS.addAnother}
          <span class="hidden"> {field.label}</span>
        </button>
      )}
    </div>
  );
};

const CONTROLS: Readonly<Partial<Record<ModuleField['type'], (props: ControlProps) => preact.JSX.Element>>> = {
  textarea: TextArea,
  select: Choice,
  list: TextList,
};

/** What a field is shown with. */
interface FieldProps {
  readonly field: ModuleField;
  readonly id: string;
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  readonly onValue: (value: Value) => void;
  readonly onLeave: () => void;
}

/** One field: its label, whether it may stay empty, its help, its problem and its control. */
export const Field = ({ field, id, value, problem, onValue, onLeave }: FieldProps) => {
  const Control = CONTROLS[field.type] ?? TextInput;
  const texts = [field.help !== undefined && `${id}-help`, problem !== undefined && `${id}-problem`];
  return (
    <div class={problem === undefined ? 'field' : 'field wrong'}>
      <div class="label">
        <label for={id}>{field.label}</label>
        {!field.required && <span class="optional">{TEXTS.optional}</span>}
      </div>
      {field.help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {field.help}
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <Control
        field={field}
        id={id}
        value={value}
        describedBy={texts.filter(Boolean).join(' ') || undefined}
        invalid={problem !== undefined}
        onValue={onValue}
        onLeave={onLeave}
      />
    </div>
  );
};
