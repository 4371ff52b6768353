import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { embedTokenText } from '#shared/onboarding/embed/embed-bodies';
import { FIELD_TYPES } from '#shared/onboarding/modules/module-fields';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import { widgetConfigSections } from '#shared/onboarding/widgets/widget-config';
import { component, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { GUARD_ERRORS, GUARDS } from './contract-parts.ts';

const fieldEntries = {
  name: described(v.string(), "The field's name in `answers`, or in each person for a field of `people`."),
  label: described(v.string(), "The field's label."),
  type: described(
    v.picklist(FIELD_TYPES),
    'How the field is shown. A `list` holds an array of texts, `people` an array of objects with its ' +
      '`fields`, and every other field one text.',
  ),
  required: described(
    v.boolean(),
    'Whether the module needs this field to be complete. For a field of `people`, whether each person needs ' + 'it.',
  ),
  pattern: v.exactOptional(described(v.string(), 'A regular expression that answers must match.')),
  options: v.exactOptional(described(v.pipe(v.array(v.string()), v.readonly()), 'The answers to choose from.')),
  suggestions: v.exactOptional(
    described(
      v.pipe(v.array(v.string()), v.readonly()),
      'Suggested answers for a text; other answers are accepted too.',
    ),
  ),
  optionLabels: v.exactOptional(
    described(
      v.record(v.string(), v.string()),
      'The labels of options or suggestions, by value. A value without a label is shown as it is.',
    ),
  ),
  help: v.exactOptional(described(v.string(), 'Help text for the field.')),
  example: v.exactOptional(described(v.string(), 'An example answer.')),
  latest: v.exactOptional(described(v.literal('today'), 'The latest date accepted: today.')),
};

const personFieldBody = component(v.object(fieldEntries), 'PersonField', 'What is asked of each person.');

const formFieldBody = component(
  v.object({
    ...fieldEntries,
    fields: v.exactOptional(
      described(v.pipe(v.array(personFieldBody), v.readonly()), 'What is asked of each person, for `people`.'),
    ),
  }),
  'FormField',
  "One field of a module's form.",
);

const formModuleBody = component(
  v.object({
    moduleId: moduleIdSchema,
    required: described(v.boolean(), 'Whether the session can be submitted only with this module complete.'),
    title: described(v.string(), "The module's heading."),
    description: described(v.string(), 'How the answers are used, in a sentence.'),
    fields: described(v.array(formFieldBody), "The module's form."),
  }),
  'FormModule',
  "A module as the applicant's browser shows it.",
);

const embedWidgetBody = component(
  v.object({
    widgetId: described(v.string(), "The widget's id (`wgt_`)."),
    name: described(v.string(), "The widget's name."),
    environment: environmentSchema,
    branding: widgetConfigSections.branding,
    flow: widgetConfigSections.flow,
    modules: described(v.array(formModuleBody), 'The enabled modules, in order.'),
  }),
  'EmbedWidget',
  "A widget as the applicant's browser shows it.",
);

/** Shows a live widget to the applicant's browser. */
export const readEmbedWidget = contract({
  name: 'read-embed-widget',
  group: 'embed',
  method: 'GET',
  route: '/v1/widget/embed/{token}',
  summary: 'Read a widget by its embed token',
  description: `Returns the branding, the flow and the form of every enabled module. ${GUARDS}`,
  caller: 'embed',
  path: object({ token: embedTokenText }),
  success: {
    200: v.object({
      success: succeeded,
      data: embedWidgetBody,
    }),
  },
  errors: ['WIDGET_NOT_FOUND', ...GUARD_ERRORS],
  touches: { reads: ['widget'] },
});
