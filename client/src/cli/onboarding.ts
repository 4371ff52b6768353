import type { Resources } from '#client/src/api-methods';
import type {
  Applicant,
  FormField,
  FormModule,
  GivenAnswer,
  ModuleId,
  PersonField,
  SandboxScenario,
  Widget,
} from '#client/src/api-types';
import { UserError } from '#scripts/local-cloud/user-error';
import type { World } from './world.ts';

/** The modules of a widget for scenarios of whole applicants: those that a name leads to something. */
const APPLICANT_MODULES = ['business_profile', 'cac_verification', 'aml_screening'];

/** The fields that a scenario's field is called in forms, where they differ. */
const FORM_NAMES: Readonly<Record<string, readonly string[]>> = {
  documentNumber: ['certificateNumber', 'registrationNumber'],
};

const IN_PROGRESS = new Set<string>(['created', 'in_progress', 'submitted', 'processing']);

const POLL_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** A live widget of the sandbox with these modules: one that an earlier scenario made, or a new one. */
const liveWidget = async ({ widgets }: Resources, moduleIds: readonly string[]): Promise<Widget> => {
  const name = `kyb trigger: ${moduleIds.join(', ')}`;
  const found: Widget[] = [];
  for await (const widget of widgets.list({ limit: 100 })) if (widget.name === name) found.push(widget);
  const live = found.find(({ status }) => status === 'live');
  if (live) return live;
  const [template] = (await widgets.listTemplates({ limit: 1 })).data;
  if (!template) throw new UserError('The API has no template to make a widget from.');
  const config = {
    ...template.config,
    modules: Object.fromEntries(moduleIds.map((moduleId) => [moduleId, { enabled: true, required: true }])),
    flow: { ...template.config.flow, order: [...moduleIds] as ModuleId[] },
  };
  const { data: created } = await widgets.create({ name, templateId: template.id, config });
  return (await widgets.setStatus(created.id, { status: 'live' })).data;
};

const exampleOf = ({ example, options = [], suggestions = [] }: PersonField): string =>
  example ?? options[0] ?? suggestions[0] ?? 'Example';

const answerTo = (field: FormField): GivenAnswer => {
  if (field.type === 'list') return [exampleOf(field)];
  if (field.type !== 'people') return exampleOf(field);
  return [Object.fromEntries((field.fields ?? []).map((one) => [one.name, exampleOf(one)]))];
};

/** The field of a module that takes the value of a scenario. */
const fieldFor = ({ fields }: FormModule, { field }: SandboxScenario): FormField | undefined =>
  (FORM_NAMES[field] ?? [field]).flatMap((name) => fields.filter((one) => one.name === name))[0];

/** The value of a scenario in a field: one that only has to begin with it goes on with the example. */
const valueIn = ({ match, value }: SandboxScenario, field: FormField): string =>
  match === 'prefix' ? `${value} ${exampleOf(field)}` : value;

/**
 * The answers to a module: the examples of its required fields.
 *
 * @param scenario whose value it gets; undefined for a module that has none.
 */
const answersTo = (form: FormModule, scenario: SandboxScenario | undefined): Record<string, GivenAnswer> => {
  const target = scenario && fieldFor(form, scenario);
  return {
    ...Object.fromEntries(form.fields.filter(({ required }) => required).map((one) => [one.name, answerTo(one)])),
    ...(scenario && target && { [target.name]: valueIn(scenario, target) }),
  };
};

/**
 * Creates an applicant in the sandbox, fills in its form with the value of a scenario, and submits it.
 *
 * @param moduleId the module that takes the value; undefined where the whole applicant does.
 * @param tell is told each step.
 * @returns the id of the applicant.
 */
export const submitApplicant = async (
  kyb: Resources,
  scenario: SandboxScenario,
  moduleId: string | undefined,
  tell: (step: string) => void,
): Promise<string> => {
  const modules = moduleId === undefined ? APPLICANT_MODULES : [...new Set(['business_profile', moduleId])];
  const widget = await liveWidget(kyb, modules);
  const token = widget.embedLinkToken;
  const { data: embedded } = await kyb.embed.getWidget(token);
  tell('Creating the applicant ...');
  const { applicant, sessionId } = (await kyb.applicants.create(widget.id)).data;
  for (const form of embedded.modules) {
    const isLed = moduleId === undefined || form.moduleId === moduleId;
    const answers = answersTo(form, isLed ? scenario : undefined);
    await kyb.embed.saveAnswers(sessionId, { token, moduleId: form.moduleId, answers });
  }
  tell('Submitting it ...');
  await kyb.embed.submit(sessionId, { token });
  return applicant.id;
};

/** The applicant once it is decided or returned; as it is after a minute. */
export const outcomeOf = async (
  { wait, nowMs, signal }: Pick<World, 'wait' | 'nowMs' | 'signal'>,
  { applicants }: Resources,
  applicantId: string,
): Promise<Pick<Applicant, 'status' | 'riskScore' | 'decisionReason'>> => {
  const untilMs = nowMs() + LONGEST_WAIT_MS;
  for (;;) {
    const { data: applicant } = await applicants.get(applicantId);
    if (!IN_PROGRESS.has(applicant.status) || nowMs() > untilMs) return applicant;
    await wait(POLL_MS);
    signal.throwIfAborted();
  }
};
