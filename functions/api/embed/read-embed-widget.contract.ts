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
  name: described(v.string(), 'The name of the field in `answers`, or in each person for a field of a `people` field.'),
  label: described(v.string(), 'The label of the field.'),
  type: described(
    v.picklist(FIELD_TYPES),
    'The type of the field. The value of a `list` is an array of strings, the value of `people` is an array ' +
      'of objects with the keys in `fields`, and the value of every other type is a string.',
  ),
  required: described(
    v.boolean(),
    'Whether the module is complete only with this field. For a field of a `people` field, whether each ' +
      'person needs it.',
  ),
  pattern: v.exactOptional(described(v.string(), 'The regular expression that answers must match.')),
  options: v.exactOptional(described(v.pipe(v.array(v.string()), v.readonly()), 'The allowed answers.')),
  suggestions: v.exactOptional(
    described(v.pipe(v.array(v.string()), v.readonly()), 'Suggested answers. Other answers are accepted too.'),
  ),
  optionLabels: v.exactOptional(
    described(
      v.record(v.string(), v.string()),
      'The labels of the options or suggestions, keyed by value. A value without a label is shown as it is.',
    ),
  ),
  help: v.exactOptional(described(v.string(), 'The help text for the field.')),
  example: v.exactOptional(described(v.string(), 'An example answer.')),
  latest: v.exactOptional(described(v.literal('today'), 'The latest accepted date. Always `today`.')),
};

const personFieldBody = component(v.object(fieldEntries), 'PersonField', 'A field to fill in for each person.');

const formFieldBody = component(
  v.object({
    ...fieldEntries,
    fields: v.exactOptional(
      described(
        v.pipe(v.array(personFieldBody), v.readonly()),
        'The fields to fill in for each person. Only for the type `people`.',
      ),
    ),
  }),
  'FormField',
  'A field of a module.',
);

const formModuleBody = component(
  v.object({
    moduleId: moduleIdSchema,
    required: described(v.boolean(), 'Whether this module must be complete before the session can be submitted.'),
    title: described(v.string(), 'The heading of the module.'),
    description: described(v.string(), 'A sentence that says how the answers are used.'),
    fields: described(v.array(formFieldBody), 'The fields of the module.'),
  }),
  'FormModule',
  'A module as shown to the applicant.',
);

const embedWidgetBody = component(
  v.object({
    widgetId: described(v.string(), 'The id of the widget (`wgt_`).'),
    name: described(v.string(), 'The name of the widget.'),
    environment: environmentSchema,
    branding: widgetConfigSections.branding,
    flow: widgetConfigSections.flow,
    modules: described(v.array(formModuleBody), 'The enabled modules, in order.'),
  }),
  'EmbedWidget',
  'A widget as shown to the applicant.',
);

/** Shows a live widget to the applicant's browser. */
export const readEmbedWidget = contract({
  name: 'read-embed-widget',
  group: 'embed',
  method: 'GET',
  route: '/v1/widget/embed/{token}',
  summary: 'Read a widget by its embed token',
  description: `Returns the branding, the flow and the fields of every enabled module. ${GUARDS}`,
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
