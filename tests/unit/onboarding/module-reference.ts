import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { MODULE_FIELDS, type ModuleField } from '#shared/onboarding/modules/module-fields';
import { MODULE_REASONS } from '#shared/onboarding/modules/module-reasons';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { CHECK_REASONS, type CheckReason } from '#shared/verification/check-reasons';
import { standardRate } from '#shared/wallet/rates';

const quoted = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const priceOf = (moduleId: ModuleId): string => {
  const { actionKey } = MODULES[moduleId];
  const rate = actionKey === null ? undefined : standardRate(actionKey);
  return rate ? `₦${(rate.priceKobo / 100).toLocaleString('en')}` : 'free';
};

const fieldsOf = (moduleId: ModuleId): string =>
  MODULE_FIELDS[moduleId].map(({ name, required }) => `\`${name}\`${required ? '*' : ''}`).join(', ');

const resultsOf = (moduleId: ModuleId): string =>
  Object.entries(MODULE_REASONS[moduleId])
    .filter(([, codes]) => codes.length > 0)
    .map(([status, codes]) => `${status}: ${quoted(codes)}`)
    .join('; ')
    .replace(/^./, (letter) => letter.toUpperCase());

/** A line for each module: its price, weight and source, the fields that it asks for, and its possible results. */
export const moduleList = (): string =>
  MODULE_IDS.map((moduleId) => {
    const { source, weight } = MODULES[moduleId];
    const about = [priceOf(moduleId), `weight ${weight}`, ...(source ? [`source \`${source}\``] : [])];
    const results = resultsOf(moduleId);
    return `- \`${moduleId}\` (${about.join(', ')}) asks ${fieldsOf(moduleId)}.${results === '' ? '' : ` ${results}.`}`;
  }).join('\n');

/** What a field of a type accepts, whatever its name; said once for all of them. */
const BOUNDS: Partial<Record<ModuleField['type'], string>> = {
  people: `At most ${MAX_LIST_ENTRIES} objects of \`fullName\` and \`nationalIdNumber\` (optional)`,
  list: `At most ${MAX_LIST_ENTRIES} texts of ${MAX_ANSWER_LENGTH.list} characters`,
};

/** A line for each type of fields with a bound: the fields that have it. */
export const boundList = (): string =>
  Object.entries(BOUNDS)
    .map(([type, bound]) => {
      const names = MODULE_IDS.flatMap((id) => MODULE_FIELDS[id].filter((field) => field.type === type));
      return `- ${quoted([...new Set(names.map(({ name }) => name))])}: ${bound}.`;
    })
    .join('\n');

/** The sentence of every code that a module can have. */
export const codeList = (): string => {
  const codes = new Set(
    MODULE_IDS.flatMap((moduleId) => Object.values(MODULE_REASONS[moduleId]).flat()),
  ) as Set<CheckReason>;
  return [...codes].map((code) => `- \`${code}\`: ${CHECK_REASONS[code]}`).join('\n');
};
