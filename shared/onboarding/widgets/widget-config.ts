import * as v from 'valibot';
import { list, object, record, uniqueList } from '#shared/http/schemas/containers';
import { text } from '#shared/http/schemas/texts';
import { addressText } from '#shared/http/schemas/web-addresses';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { component, described } from '#shared/platform/described';
import {
  allowedDomain,
  countryCode,
  integerBetween,
  optionalAddress,
  optionalImageAddress,
  optionalMailboxes,
  requiredText,
} from './config-values.ts';

/** More than there are, so that an unknown id is reported by its name. */
const MOST_MODULES = 100;

/** Longer than any id, and short enough to be returned to its sender. */
const MAX_NAMED_LENGTH = 60;

const named = (what: string, id: unknown): string =>
  typeof id === 'string' && id.length <= MAX_NAMED_LENGTH ? `${what} "${id}"` : what;

/** The message about something that should be the id of a module. */
export const unknownModule = (id: unknown): string => named('Unknown module', id);

const moduleId = component(
  v.picklist(MODULE_IDS, ({ input }) => unknownModule(input)),
  'ModuleId',
  'A module: one part of an onboarding that applicants answer and that is checked.',
);

const branding = component(
  object({
    brandName: described(requiredText(120), 'The name that applicants see.'),
    logoUrl: described(optionalImageAddress, 'The logo: an address, a `data:image/` one included; empty shows none.'),
    logoPublicId: v.exactOptional(
      described(text(512), "The logo's id where you keep your pictures; kept and shown, nothing else."),
    ),
    accentColor: described(v.pipe(text(9), v.hexColor()), 'The colour of buttons and links, `#1a2b3c`.'),
    cornerRadius: described(v.picklist(['sharp', 'soft', 'round']), 'The radius of corners.'),
    welcomeTitle: described(requiredText(200), 'The heading of the first page.'),
    welcomeMessage: described(requiredText(600), 'The text of the first page.'),
    completionTitle: described(requiredText(200), 'The heading of the last page.'),
    completionMessage: described(requiredText(600), 'The text of the last page.'),
    supportEmail: described(optionalMailboxes, 'The contact for applicants who need help; empty shows none.'),
    privacyNoticeUrl: v.exactOptional(
      described(addressText(2048), 'Your privacy notice, offered before the submission.'),
    ),
    termsUrl: v.exactOptional(
      described(addressText(2048), 'Your terms, which applicants agree to before the submission.'),
    ),
    consentText: v.exactOptional(
      described(requiredText(600), 'What applicants agree to before the submission, in your words.'),
    ),
    consentVersion: v.exactOptional(
      described(
        requiredText(60),
        'The version of what they agree to. A session is only submitted once the answers of a module hold it as `consentVersion`; without it no agreement is recorded.',
      ),
    ),
  }),
  'WidgetBranding',
  'The appearance and texts of the widget.',
);

const moduleSetting = component(
  object({
    enabled: described(v.boolean(), 'Whether the module is part of the widget.'),
    required: described(v.boolean(), 'Whether a session can only be submitted with it answered.'),
  }),
  'WidgetModule',
  'Whether a module is used, and whether it has to be answered.',
);

const modules = described(record(moduleId, moduleSetting, MOST_MODULES), 'The modules by their ids: any subset.');

const flow = component(
  object({
    order: described(
      uniqueList(moduleId, MOST_MODULES, (id) => named('Duplicate module', id)),
      'The order of the modules; enabled ones that are missing are put at its end.',
    ),
    enableSavedProgress: described(v.boolean(), 'Whether resumed sessions show the earlier answers.'),
    enableResume: described(v.boolean(), 'Whether applicants may resume a session.'),
    sessionTimeoutMinutes: described(integerBetween(5, 240), 'Minutes without activity after which a session ends.'),
    successRedirectUrl: described(optionalAddress, 'Where the browser goes after a submission; empty stays.'),
    failureRedirectUrl: described(optionalAddress, 'Where it goes when the session cannot continue; empty stays.'),
    abandonRedirectUrl: described(optionalAddress, 'Where it goes when the applicant gives up; empty stays.'),
  }),
  'WidgetFlow',
  'The course of a session.',
);

const security = component(
  object({
    allowedDomains: described(
      list(allowedDomain, 50),
      'Hosts that may embed the widget: exact, or `*.host` for those below; empty allows all.',
    ),
    allowedCountries: described(
      list(countryCode, 250),
      'Countries that applicants may come from (ISO 3166-1 alpha-2), where theirs is known; empty allows all.',
    ),
    enableIpAllowlist: described(v.boolean(), 'Whether only the addresses of `ipAllowlist` are admitted.'),
    ipAllowlist: described(list(text(64), 100), 'Addresses and CIDR blocks, IPv4 and IPv6; empty admits nobody.'),
    requireSignedRequests: described(
      v.boolean(),
      'Whether every embed call that changes something has to carry `X-Widget-Signature`.',
    ),
  }),
  'WidgetSecurity',
  'Where the widget can be used from.',
);

const risk = component(
  object({
    tier: described(v.picklist(['low', 'standard', 'enhanced']), 'Scales the risk score: by 0.8, 1 or 1.25.'),
    autoApproveThreshold: described(integerBetween(0, 100), 'A risk score up to this approves.'),
    autoRejectThreshold: described(integerBetween(0, 100), 'A risk score from this on rejects.'),
    reviewOnPepMatch: described(v.boolean(), 'Whether a politically exposed person leads to a review.'),
    reviewOnAdverseMedia: described(v.boolean(), 'Whether adverse media leads to a review.'),
    reviewOnSanctionsMatch: described(v.boolean(), 'Whether a sanctions hit leads to a review.'),
  }),
  'WidgetRisk',
  'How decisions are made.',
);

const notifications = component(
  object({
    notifyApplicantEmail: described(
      v.boolean(),
      'Whether the applicant is mailed when it is approved, rejected or asked to resubmit.',
    ),
    notifyApplicantSms: described(
      v.boolean(),
      'Whether the applicant is texted when it is approved, rejected or asked to resubmit, in `live` and where the stage sends text messages.',
    ),
    notifyAdminEmail: described(
      optionalMailboxes,
      'Who is mailed on submission and decision; several with commas between.',
    ),
    webhookEvents: described(
      list(text(60), 20),
      'Which decisions are sent as webhooks: `applicant.approved`, `applicant.rejected`, `applicant.requires_review`; none ' +
        'named sends all.',
    ),
  }),
  'WidgetNotifications',
  'Which decisions are sent as webhooks, and contacts for your own use.',
);

/** The schemas of the six sections, by name. */
export const widgetConfigSections = { branding, modules, flow, security, risk, notifications } as const;

const sections = component(object(widgetConfigSections), 'WidgetConfig', 'The six sections of a widget, all of them.');

/** Appends the enabled modules that the order leaves out to it. */
const withWholeOrder = <Config extends Pick<v.InferOutput<typeof sections>, 'modules' | 'flow'>>(
  config: Config,
): Config => {
  const missing = MODULE_IDS.filter((id) => config.modules[id]?.enabled && !config.flow.order.includes(id));
  return { ...config, flow: { ...config.flow, order: [...config.flow.order, ...missing] } };
};

/**
 * A widget's configuration (interface: Widget, its six sections). Unknown fields are dropped, defaults filled in, hosts
 * and countries converted to one form, and enabled modules that the order leaves out are appended to it.
 */
export const widgetConfigSchema = v.pipe(sections, v.transform(withWholeOrder));

/** A change of a widget's configuration: any of its sections, each replaced as a whole. */
export const widgetConfigChangeSchema = component(
  object({
    branding: v.exactOptional(branding),
    modules: v.exactOptional(modules),
    flow: v.exactOptional(flow),
    security: v.exactOptional(security),
    risk: v.exactOptional(risk),
    notifications: v.exactOptional(notifications),
  }),
  'WidgetConfigChange',
  'Any of the six sections of a widget. Each replaces the current one as a whole; the others stay.',
);

/** A configuration as a caller may send it. */
export type WidgetConfigInput = v.InferInput<typeof widgetConfigSchema>;

/** A configuration as it is stored and returned. */
export type WidgetConfig = v.InferOutput<typeof widgetConfigSchema>;

/** The sections of a configuration that are replaced, as they are stored and returned. */
export type WidgetConfigChange = v.InferOutput<typeof widgetConfigChangeSchema>;

/** A configuration with some sections replaced, in the form of {@link widgetConfigSchema}. */
export const changedConfig = (config: WidgetConfig, change: WidgetConfigChange): WidgetConfig =>
  withWholeOrder({ ...config, ...change });

/** The section that decides on applicants. */
export type RiskConfig = WidgetConfig['risk'];

/** The enabled modules, in the order of the applicant. */
export const moduleOrder = ({
  modules: settings,
  flow: { order },
}: Pick<WidgetConfig, 'modules' | 'flow'>): ModuleId[] => order.filter((id) => settings[id]?.enabled);
