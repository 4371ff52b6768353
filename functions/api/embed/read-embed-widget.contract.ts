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
  name: described(v.string(), 'Its name in `answers`; of what is asked of a person, its name in each person.'),
  label: described(v.string(), 'Its label.'),
  type: described(
    v.picklist(FIELD_TYPES),
    'How it is shown. A `list` holds an array of texts, `people` an array of objects with its `fields`, every other field one text.',
  ),
  required: described(
    v.boolean(),
    'Whether the module counts as answered only with it; of what is asked of a person, whether each needs it.',
  ),
  pattern: v.exactOptional(described(v.string(), 'A regular expression that answers match.')),
  options: v.exactOptional(described(v.pipe(v.array(v.string()), v.readonly()), 'The answers to choose from.')),
  suggestions: v.exactOptional(
    described(
      v.pipe(v.array(v.string()), v.readonly()),
      'Answers to offer for a text, which may be any other as well.',
    ),
  ),
  optionLabels: v.exactOptional(
    described(
      v.record(v.string(), v.string()),
      'What people read for an option or a suggestion, by its value; where there is none, the value itself.',
    ),
  ),
  help: v.exactOptional(described(v.string(), 'An explanation.')),
  example: v.exactOptional(described(v.string(), 'An answer that fits.')),
  latest: v.exactOptional(described(v.literal('today'), 'The last day of a date: none is accepted after today.')),
};

const personField = component(v.object(fieldEntries), 'PersonField', 'What is asked of each person.');

const formField = component(
  v.object({
    ...fieldEntries,
    fields: v.exactOptional(
      described(v.pipe(v.array(personField), v.readonly()), 'What is asked of each person, for `people`.'),
    ),
  }),
  'FormField',
  "One field of a module's form.",
);

const formModule = component(
  v.object({
    moduleId: moduleIdSchema,
    required: described(v.boolean(), 'Whether the session can only be submitted with it answered.'),
    title: described(v.string(), 'Its heading.'),
    description: described(v.string(), 'What happens with the answers, in a sentence.'),
    fields: described(v.array(formField), 'Its form.'),
  }),
  'FormModule',
  "A module as the applicant's browser shows it.",
);

const embedWidget = component(
  v.object({
    widgetId: described(v.string(), 'Its id (`wgt_`).'),
    name: described(v.string(), 'Its name.'),
    environment: environmentSchema,
    branding: widgetConfigSections.branding,
    flow: widgetConfigSections.flow,
    modules: described(v.array(formModule), 'The enabled modules, in their order.'),
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
  description: `Branding, flow and the form of every enabled module. ${GUARDS}`,
  caller: 'embed',
  path: object({ token: embedTokenText }),
  success: {
    200: v.object({
      success: succeeded,
      data: embedWidget,
    }),
  },
  errors: ['WIDGET_NOT_FOUND', ...GUARD_ERRORS],
  touches: { reads: ['widget'] },
});
