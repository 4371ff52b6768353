import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { MODULE_FIELDS, type ModuleField, PEOPLE_LISTS } from '#shared/onboarding/modules/module-fields';
import { FILES_NEEDED } from '#shared/onboarding/modules/module-files';
import { COMMON_REASONS, MODULE_REASONS } from '#shared/onboarding/modules/module-reasons';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { coveringModule, SCREENING_MODULES } from '#shared/onboarding/modules/screening-modules';
import { CHECK_REASONS, type CheckReason } from '#shared/verification/check-reasons';
import { standardRate } from '#shared/wallet/rates';

/** Which modules make the screening of others. */
const coveredText = (): string =>
  SCREENING_MODULES.flatMap((id) => {
    const covering = coveringModule(id, MODULE_IDS);
    return covering ? [`\`${id}\` is part of \`${covering}\`: beside it, it is neither charged nor scored again.`] : [];
  }).join('\n');

const HEADING = `# Modules

The ${MODULE_IDS.length} modules that a widget can enable: what each asks, where it is checked, what it costs, and the codes that its result
can have. \`GET /v1/widget/embed/{token}\` returns the forms of a widget's modules, for pages of your own.

A module is \`passed\`, \`failed\`, in \`review\`, or \`unavailable\`, which is never charged and never rejects. A failed module adds
its weight to the risk score, one in review six tenths of it. Codes of a passed module are notes. Every module that is checked
at a source can be \`unavailable\` with ${(COMMON_REASONS.unavailable ?? []).map((code) => `\`${code}\``).join(', ')} as well.

Screening looks for every name of the business by itself, once each: that of the subject, those of \`business_profile\` and
\`cac_verification\`, \`otherNames\`, and the one that the registry has; and for everyone named. It waits for the registry where
\`cac_verification\` asks it, and has no verdict while that has none; without any name it ends as \`input_missing\`. A
submission with other names is screened anew.

${coveredText()}
The other screenings are checks of their own beside it, each at its own price. A hit that two screenings found counts once in the
risk score, in the wider one.

The result of a module of people has \`people: [{fullName, reasonCodes}]\`, one for each of them, without a code for who is
confirmed. Only the account reads it, with the applicant: no event, mail or log says who a code is about.

An answer that differs from what the account stated as \`subject\` (name, registration number or tax number, however it is
written) sends its module to review with \`subject_mismatch\`. A subject that a visitor of the widget sent is an answer like the
others.

Prices are those of a new stage; \`GET /v1/wallet/pricing-rates\` has the current ones. The values that lead to each result in
the sandbox are in [sandbox.md](sandbox.md).

<!-- Generated from shared/onboarding/modules; \`npm run test:unit -- -u\` updates it. -->
`;

const naira = (priceKobo: number): string => `₦${(priceKobo / 100).toLocaleString('en')}`;

const priceOf = (moduleId: ModuleId): string => {
  const { actionKey } = MODULES[moduleId];
  const rate = actionKey === null ? undefined : standardRate(actionKey);
  return rate ? `${naira(rate.priceKobo)} (\`${rate.actionKey}\`)` : 'free';
};

const summary = (moduleId: ModuleId): string => {
  const { title, source, weight, event } = MODULES[moduleId];
  const checkedAt = source === null ? 'collected only' : `\`${source}\``;
  const reported = event === null ? '' : `\`${event}\``;
  return `| [\`${moduleId}\`](#${moduleId}) | ${title} | ${checkedAt} | ${priceOf(moduleId)} | ${weight} | ${reported} |`;
};

const escaped = (text: string): string => text.replaceAll('|', '\\|');

const choices = ({ options, suggestions, optionLabels }: ModuleField): string[] => {
  const values = options ?? suggestions;
  if (!values) return [];
  const named = values.map((value) => {
    const label = optionLabels?.[value];
    return label === undefined ? `\`${value}\`` : `\`${value}\` ${label}`;
  });
  return [`${options ? 'One of' : 'Any text; offered are'}: ${named.join(', ')}.`];
};

const boundOf = ({ type }: ModuleField): string => {
  if (type === 'list') return `at most ${MAX_LIST_ENTRIES} texts of ${MAX_ANSWER_LENGTH.list} characters`;
  if (type === 'people') return `at most ${MAX_LIST_ENTRIES} persons`;
  return `at most ${MAX_ANSWER_LENGTH[type]} characters`;
};

const fieldRow = (field: ModuleField, within = ''): string => {
  const { name, label, type, required, pattern, help, example } = field;
  const notes = [
    ...(help === undefined ? [] : [help]),
    ...choices(field),
    ...(example === undefined ? [] : [`Such as \`${example}\`.`]),
    ...(pattern === undefined ? [] : [`Pattern: \`${escaped(pattern)}\``]),
  ];
  return `| \`${within}${name}\`${required ? ', required' : ''} | ${label} | \`${type}\`, ${boundOf(field)} | ${notes.join(' ')} |`;
};

/** The row of a field, and a row of each thing that it asks of a person. */
const fieldRows = (field: ModuleField): readonly string[] => [
  fieldRow(field),
  ...(field.fields ?? []).map((one) => fieldRow(one, `${field.name}[].`)),
];

/** What a module takes instead of people, one object for each. */
const listsOf = (moduleId: ModuleId): string =>
  MODULE_FIELDS[moduleId].some(({ type }) => type === 'people')
    ? `\nInstead of \`people\` it takes two lists of one length, ${PEOPLE_LISTS.map(({ name }) => `\`${name}\``).join(' and ')}; whichever is sent\nreplaces the other.\n`
    : '';

const reasonRows = (moduleId: ModuleId): readonly string[] =>
  Object.entries(MODULE_REASONS[moduleId]).flatMap(([status, codes]: [string, readonly CheckReason[]]) =>
    codes.map((code) => `| ${status} | \`${code}\` | ${CHECK_REASONS[code]} |`),
  );

const reasonsOf = (moduleId: ModuleId): string => {
  const rows = reasonRows(moduleId);
  if (rows.length === 0) return 'It passes once it is answered.\n';
  return `| result | code | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
};

const sectionOf = (moduleId: ModuleId): string => {
  const { title, description } = MODULES[moduleId];
  const files = FILES_NEEDED[moduleId];
  const needed = files === undefined ? '' : ` Where it is required, at least ${files} attached file is.`;
  return `## ${moduleId}

${title}. ${description}${needed}

| field | label | type | notes |
|---|---|---|---|
${MODULE_FIELDS[moduleId].flatMap(fieldRows).join('\n')}
${listsOf(moduleId)}
${reasonsOf(moduleId)}`;
};

/** The reference of every module, in Markdown. */
export const renderModuleReference = (): string => `${HEADING}
| module | title | source | price | weight | event |
|---|---|---|---|---|---|
${MODULE_IDS.map(summary).join('\n')}

${MODULE_IDS.map(sectionOf).join('\n')}`;
