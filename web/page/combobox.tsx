import { useState } from 'preact/hooks';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { countryNames } from './countries.ts';
import * as TEXTS from './texts.ts';

interface ComboboxProps {
  readonly field: ModuleField;
  readonly id: string;
  readonly value: string;
  /** The attributes that all controls of a field share. */
  readonly shared: object;
  readonly onValue: (value: string) => void;
  readonly onLeave: () => void;
}

/** Maximum number of options that are shown. */
const MAX_SHOWN = 8;

/** A text without accents and case, for searching. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The values that a field offers; the browser has those of countries. */
const offered = ({ name, suggestions = [] }: ModuleField): readonly string[] =>
  name === 'jurisdiction' ? countryNames() : suggestions;

/** The values of a field whose names or codes contain every word of a text, with those that start with it first. */
const found = (field: ModuleField, text: string): readonly string[] => {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const nameOf = (value: string): string => plain(`${field.optionLabels?.[value] ?? ''} ${value}`).trim();
  const matching = offered(field).filter((value) => words.every((word) => nameOf(value).includes(word)));
  const begins = (value: string): number => (nameOf(value).startsWith(plain(text)) ? 0 : 1);
  return matching.toSorted((one, other) => begins(one) - begins(other)).slice(0, MAX_SHOWN);
};

/** The value for a text: that of the option with this name, else the text itself, because any value is allowed. */
const valueNamed = (field: ModuleField, text: string): string =>
  offered(field).find((value) => plain(field.optionLabels?.[value] ?? value) === plain(text.trim())) ?? text;

/**
 * A text input with values to search by name: the combobox of the ARIA Authoring Practices with a list of options. It
 * also accepts other texts.
 */
export const Combobox = ({ field, id, value, shared, onValue, onLeave }: ComboboxProps) => {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [typed, setTyped] = useState<string>();
  const name = field.optionLabels?.[value] ?? value;
  const options = isOpen ? found(field, typed ?? '') : [];

  const choose = (chosen: string): void => {
    onValue(chosen);
    setTyped(undefined);
    setOpen(false);
    setActive(-1);
  };
  const move = (by: number): void => {
    if (!isOpen) setOpen(true);
    else setActive((active + by + options.length) % Math.max(1, options.length));
  };
  const KEYS: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(active < 0 ? 0 : -1),
    Enter: () => choose(options[active] ?? value),
    Escape: () => setOpen(false),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isForForm = event.key === 'Enter' && (!isOpen || active < 0);
    const act = KEYS[event.key];
    if (!act || isForForm || (event.key === 'Escape' && !isOpen)) return;
    event.preventDefault();
    act();
  };
  const list = `${id}-list`;
  return (
    <div class="combobox">
      <input
        {...shared}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options[active] === undefined ? undefined : `${list}-${active}`}
        value={typed ?? name}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setOpen(true);
          setActive(-1);
          onValue(valueNamed(field, currentTarget.value));
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          setTyped(undefined);
          onLeave();
        }}
      />
      <div id={list} role="listbox" aria-label={TEXTS.matching} hidden={options.length === 0}>
        {options.map((option, index) => (
          <div
            key={option}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              // Keeps the focus in place: otherwise the list would close before the choice is made.
              event.preventDefault();
              choose(option);
            }}
          >
            {field.optionLabels?.[option] ?? option}
          </div>
        ))}
      </div>
      <span role="status" class="hidden">
        {isOpen && TEXTS.matches(options.length)}
      </span>
    </div>
  );
};
