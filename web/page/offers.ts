import type { PageData, PageModule } from '#shared/onboarding/embed/page-data';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { isRight } from './problems.ts';
import type { State } from './state.ts';
import * as TEXTS from './texts.ts';
import { entriesOf, type Value } from './values.ts';

/** A value from elsewhere that a field can take over, with its label. */
export interface Offer {
  readonly text: string;
  readonly value: Value;
}

/** Maximum number of offers: more would be a list to read. */
const MAX_OFFERED = 3;

/** The values that other modules have under a name, without duplicates, each with its module. */
const givenElsewhere = (
  { modules }: PageData,
  { values }: Pick<State, 'values'>,
  { moduleId }: PageModule,
  { name }: ModuleField,
): readonly { readonly value: Value; readonly title: string }[] => {
  const given = modules.flatMap((other) => {
    const value = values[other.moduleId]?.[name];
    const counts = other.moduleId !== moduleId && value !== undefined && entriesOf(value).length > 0;
    return counts ? [{ value, title: other.title }] : [];
  });
  return given.filter(
    ({ value }, index) => given.findIndex((one) => JSON.stringify(one.value) === JSON.stringify(value)) === index,
  );
};

/**
 * The values that an empty field can take over: those typed under its name in another step, or what the host page
 * stated about the business.
 */
export const offersFor = (
  data: PageData,
  state: Pick<State, 'values'>,
  module: PageModule,
  field: ModuleField,
  subject: Readonly<Record<string, string>>,
): readonly Offer[] => {
  if (field.type === 'select' || entriesOf(state.values[module.moduleId]?.[field.name]).length > 0) return [];
  const stated = subject[field.name];
  const given = givenElsewhere(data, state, module, field);
  return [...(stated === undefined ? [] : [{ value: stated, title: '' }]), ...given]
    .filter(({ value }) => isRight(field, value))
    .slice(0, MAX_OFFERED)
    .map(({ value, title }) => ({
      value,
      text: typeof value === 'string' ? TEXTS.use(field.optionLabels?.[value] ?? value) : TEXTS.usePeople(title),
    }));
};
