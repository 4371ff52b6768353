import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { PlainButton } from './buttons.tsx';
import { Combobox } from './combobox.tsx';
import type { Offer } from './offers.ts';
import type { Problems } from './problems.ts';
import { isNumber } from './shapes.ts';
import * as TEXTS from './texts.ts';
import { allEntries, optionText, type Value } from './values.ts';

/** The properties of every control. */
export interface ControlProps {
  readonly field: ModuleField;
  readonly id: string;
  readonly value: Value | undefined;
  /** The problems of the step, by path, and this field's path. */
  readonly problems: Problems;
  readonly path: string;
  /** The ids of the elements that describe it. */
  readonly describedBy: string | undefined;
  readonly onValue: (value: Value) => void;
  readonly onLeave: () => void;
}

/** The `autocomplete` values with which browsers can fill in fields. */
const COMPLETIONS: Readonly<Record<string, string>> = {
  businessName: 'organization',
  email: 'email',
  phone: 'tel',
  website: 'url',
  street: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
};

/** Fields in which a phone's keyboard should change nothing. */
const CODES: ReadonlySet<string> = new Set(['registrationNumber', 'certificateNumber', 'tin']);

const textOf = (value: Value | undefined): string => {
  const [first = ''] = allEntries(value);
  return typeof first === 'string' ? first : '';
};

/** The attributes that all controls share. */
const shared = ({ field, id, describedBy, problems, path, onLeave }: ControlProps) => ({
  id,
  name: field.name,
  'aria-describedby': describedBy,
  'aria-invalid': problems[path] !== undefined,
  'aria-required': field.required,
  onBlur: onLeave,
});

const keyboardOf = (field: ModuleField): 'url' | 'numeric' | undefined => {
  if (field.type === 'url') return 'url';
  return isNumber(field) || field.type === 'date' ? 'numeric' : undefined;
};

const INPUT_TYPES: Readonly<Partial<Record<ModuleField['type'], 'email' | 'tel'>>> = { email: 'email', tel: 'tel' };

/** One line of text. Dates are typed as well: an incomplete date is kept, and phones show the digit keyboard. */
const TextInput = (props: ControlProps) => {
  const { field, value, onValue } = props;
  return (
    <input
      {...shared(props)}
      // Preact's types have a separate element for each input type.
      type={(INPUT_TYPES[field.type] ?? 'text') as 'text'}
      inputMode={keyboardOf(field)}
      autocomplete={COMPLETIONS[field.name] ?? 'off'}
      autocapitalize={CODES.has(field.name) ? 'characters' : undefined}
      spellcheck={false}
      dir="auto"
      maxLength={field.type === 'date' ? 20 : MAX_ANSWER_LENGTH[field.type]}
      value={textOf(value)}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
};

const Search = (props: ControlProps) => (
  <Combobox
    field={props.field}
    id={props.id}
    value={textOf(props.value)}
    shared={shared(props)}
    onValue={props.onValue}
    onLeave={props.onLeave}
  />
);

const TextArea = (props: ControlProps) => (
  <textarea
    {...shared(props)}
    rows={4}
    dir="auto"
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

/** Moves the focus to where the applicant continues, once the page has changed. */
export const focusSoon = (id: string): void => {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
};

/** A list: one input for each entry. The label belongs to the first. */
const TextList = (props: ControlProps) => {
  const { field, id, value, problems, path, onValue } = props;
  const texts = allEntries(value).map((entry) => (typeof entry === 'string' ? entry : ''));
  const entries = texts.length > 0 ? texts : [''];
  const idOf = (index: number): string => (index === 0 ? id : `${id}-${index}`);
  return (
    <div class="list">
      {entries.map((entry, index) => (
        <div key={index} class="entry">
          <input
            {...shared(props)}
            id={idOf(index)}
            aria-label={index === 0 ? undefined : TEXTS.entry(field.label, index + 1)}
            aria-invalid={(problems[`${path}.${index}`] ?? problems[path]) !== undefined}
            type="text"
            inputMode={keyboardOf(field)}
            autocomplete="off"
            dir="auto"
            maxLength={MAX_ANSWER_LENGTH.list}
            value={entry}
            onInput={({ currentTarget }) =>
              onValue(entries.map((one, at) => (at === index ? currentTarget.value : one)))
            }
          />
          {entries.length > 1 && (
            <PlainButton
              text={TEXTS.remove}
              about={TEXTS.entry(field.label, index + 1)}
              onPress={() => {
                onValue(entries.filter((_, at) => at !== index));
                focusSoon(idOf(Math.max(0, index - 1)));
              }}
            />
          )}
        </div>
      ))}
      {entries.length < MAX_LIST_ENTRIES && (
        <PlainButton
          text={`+ ${TEXTS.addAnother}`}
          about={field.label}
          onPress={() => {
            onValue([...entries, '']);
            focusSoon(idOf(entries.length));
          }}
        />
      )}
    </div>
  );
};

const CONTROLS: Readonly<Partial<Record<ModuleField['type'], (props: ControlProps) => preact.JSX.Element>>> = {
  textarea: TextArea,
  select: Choice,
  list: TextList,
};

/** The properties of a field. */
export interface FieldProps extends Omit<ControlProps, 'describedBy'> {
  /** Values entered elsewhere that can be taken over. */
  readonly offers?: readonly Offer[];
  /** A warning about a value that may be wrong. */
  readonly doubt?: string | undefined;
}

/** Whether the problem at a path belongs to a row of the field, or to the field itself. */
const isRowOf =
  (path: string) =>
  ([at]: readonly [string, string]): boolean =>
    at.startsWith(`${path}.`);

const helpOf = ({ type, help, suggestions }: ModuleField): string | undefined => {
  if (type === 'date') return [help, TEXTS.dateHint].filter(Boolean).join(' ');
  return suggestions ? (help ?? TEXTS.searchHint) : help;
};

/** One field: its label, whether it is optional, its help, its problems, its control, and values to take over. */
export const Field = (props: FieldProps) => {
  const { field, id, problems, path, offers = [], doubt, onValue } = props;
  const Control = field.suggestions ? Search : (CONTROLS[field.type] ?? TextInput);
  const help = helpOf(field);
  const messages = [
    problems[path],
    ...Object.entries(problems)
      .filter(isRowOf(path))
      .map(([, text]) => text),
  ].filter(Boolean);
  const texts = [help !== undefined && `${id}-help`, messages.length > 0 && `${id}-problem`, doubt && `${id}-doubt`];
  return (
    <div class={messages.length === 0 ? 'field' : 'field wrong'}>
      <div class="label">
        <label for={id}>{field.label}</label>
        {!field.required && <span class="optional">{TEXTS.optional}</span>}
      </div>
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {messages.length > 0 && (
        <p class="problem" id={`${id}-problem`}>
          {messages.join('. ')}
        </p>
      )}
      <Control {...props} describedBy={texts.filter(Boolean).join(' ') || undefined} />
      {doubt && (
        <p class="note" id={`${id}-doubt`}>
          {doubt}
        </p>
      )}
      {offers.map(({ text, value }) => (
        <PlainButton
          key={text}
          text={text}
          about={`(${field.label})`}
          onPress={() => {
            onValue(value);
            focusSoon(id);
          }}
        />
      ))}
    </div>
  );
};
