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

/** More than the existing modules, so that an unknown id is reported by its name. */
const MAX_MODULES = 100;

/** Longer than any id, and short enough to echo in an error. */
const MAX_NAMED_LENGTH = 60;

const named = (what: string, id: unknown): string =>
  typeof id === 'string' && id.length <= MAX_NAMED_LENGTH ? `${what} "${id}"` : what;

/** The message about a value that is not the id of a module. */
export const unknownModule = (id: unknown): string => named('Unknown module', id);

const moduleId = component(
  v.picklist(MODULE_IDS, ({ input }) => unknownModule(input)),
  'ModuleId',
  'A part of the onboarding that applicants fill in and that we check.',
);

const branding = component(
  object({
    brandName: described(requiredText(120), 'The brand name shown to applicants.'),
    logoUrl: described(
      optionalImageAddress,
      'The URL of the logo, which may be a `data:image/` URL. Empty for no logo.',
    ),
    logoPublicId: v.exactOptional(
      described(text(512), 'The id of the logo in your own image store. We store it and return it unchanged.'),
    ),
    accentColor: described(v.pipe(text(9), v.hexColor()), 'The colour of buttons and links, such as `#1a2b3c`.'),
    cornerRadius: described(v.picklist(['sharp', 'soft', 'round']), 'The shape of corners.'),
    welcomeTitle: described(requiredText(200), 'The heading of the welcome page.'),
    welcomeMessage: described(requiredText(600), 'The text of the welcome page.'),
    completionTitle: described(requiredText(200), 'The heading of the completion page.'),
    completionMessage: described(requiredText(600), 'The text of the completion page.'),
    supportEmail: described(
      optionalMailboxes,
      'The email address that applicants can write to for help. Empty for none.',
    ),
    privacyNoticeUrl: v.exactOptional(
      described(addressText(2048), 'The URL of your privacy notice, shown before submission.'),
    ),
    termsUrl: v.exactOptional(
      described(addressText(2048), 'The URL of your terms, which applicants agree to before submission.'),
    ),
    consentText: v.exactOptional(
      described(requiredText(600), 'The consent that applicants give before submission, in your own words.'),
    ),
    consentVersion: v.exactOptional(
      described(
        requiredText(60),
        'The version of the terms that applicants agree to. A session can be submitted only if the answers of ' +
          'one module contain this version as `consentVersion`. If left out, no agreement is recorded.',
      ),
    ),
  }),
  'WidgetBranding',
  'The appearance and texts of the widget.',
);

const moduleSetting = component(
  object({
    enabled: described(v.boolean(), 'Whether the module is part of the widget.'),
    required: described(v.boolean(), 'Whether the module must be answered before the session can be submitted.'),
  }),
  'WidgetModule',
  'The settings of a module.',
);

const modules = described(
  record(moduleId, moduleSetting, MAX_MODULES),
  'The settings of the modules, keyed by module id.',
);

const flow = component(
  object({
    order: described(
      uniqueList(moduleId, MAX_MODULES, (id) => named('Duplicate module', id)),
      'The order of the modules. Enabled modules that you leave out are added at the end.',
    ),
    enableSavedProgress: described(v.boolean(), 'Whether a resumed session shows the answers saved before.'),
    enableResume: described(v.boolean(), 'Whether applicants can resume a session.'),
    sessionTimeoutMinutes: described(
      integerBetween(5, 240),
      'The number of minutes without activity after which a session expires.',
    ),
    successRedirectUrl: described(
      optionalAddress,
      'The URL to redirect to after submission. Empty to stay on the page.',
    ),
    failureRedirectUrl: described(
      optionalAddress,
      'The URL to redirect to if the session cannot continue. Empty to stay on the page.',
    ),
    abandonRedirectUrl: described(
      optionalAddress,
      'The URL to redirect to if the applicant abandons the session. Empty to stay on the page.',
    ),
  }),
  'WidgetFlow',
  'How applicants move through a session.',
);

const security = component(
  object({
    allowedDomains: described(
      list(allowedDomain, 50),
      'The hosts that may embed the widget: exact hosts, or `*.host` for all subdomains of a host. Empty to ' +
        'allow every host.',
    ),
    allowedCountries: described(
      list(countryCode, 250),
      'The countries that applicants may connect from (ISO 3166-1 alpha-2). Checked only if the country is ' +
        'known. Empty to allow every country.',
    ),
    enableIpAllowlist: described(v.boolean(), 'Whether only the IP addresses in `ipAllowlist` are allowed.'),
    ipAllowlist: described(
      list(text(64), 100),
      'The allowed IP addresses and CIDR blocks, IPv4 or IPv6. If the list is empty, no address is allowed.',
    ),
    requireSignedRequests: described(
      v.boolean(),
      'Whether every embed request that changes something must have a valid `X-Widget-Signature` header.',
    ),
  }),
  'WidgetSecurity',
  'Who can open the widget, and from where.',
);

const risk = component(
  object({
    tier: described(
      v.picklist(['low', 'standard', 'enhanced']),
      'The risk tier, which scales the risk score by 0.8, 1 or 1.25.',
    ),
    autoApproveThreshold: described(integerBetween(0, 100), 'The highest risk score that is approved automatically.'),
    autoRejectThreshold: described(integerBetween(0, 100), 'The lowest risk score that is rejected automatically.'),
    reviewOnPepMatch: described(
      v.boolean(),
      'Whether a match with a politically exposed person (PEP) leads to a review.',
    ),
    reviewOnAdverseMedia: described(v.boolean(), 'Whether adverse media leads to a review.'),
    reviewOnSanctionsMatch: described(v.boolean(), 'Whether a sanctions match leads to a review.'),
  }),
  'WidgetRisk',
  'How applicants are decided on.',
);

const notifications = component(
  object({
    notifyApplicantEmail: described(
      v.boolean(),
      'Whether applicants are emailed when they are approved, rejected or asked to resubmit.',
    ),
    notifyApplicantSms: described(
      v.boolean(),
      'Whether applicants are sent a text message when they are approved, rejected or asked to resubmit. Works ' +
        'only in `live`, and only on stages that send text messages.',
    ),
    notifyAdminEmail: described(
      optionalMailboxes,
      'The email addresses to notify of submissions and decisions, separated by commas.',
    ),
    webhookEvents: described(
      list(text(60), 20),
      'The decisions to send as webhooks: `applicant.approved`, `applicant.rejected`, ' +
        '`applicant.requires_review`. If you name none of them, all are sent.',
    ),
  }),
  'WidgetNotifications',
  'Who is notified of submissions and decisions, and how.',
);

/** The schemas of the six sections, by name. */
export const widgetConfigSections = { branding, modules, flow, security, risk, notifications } as const;

const sections = component(
  object(widgetConfigSections),
  'WidgetConfig',
  'The complete configuration of a widget, with all six sections.',
);

/** Appends enabled modules that are missing in the order. */
const withWholeOrder = <Config extends Pick<v.InferOutput<typeof sections>, 'modules' | 'flow'>>(
  config: Config,
): Config => {
  const missing = MODULE_IDS.filter((id) => config.modules[id]?.enabled && !config.flow.order.includes(id));
  return { ...config, flow: { ...config.flow, order: [...config.flow.order, ...missing] } };
};

/**
 * A widget's configuration (interface: Widget, its six sections). Unknown fields are dropped, defaults filled in, and
 * hosts and countries normalised. Enabled modules that are missing in the order are appended.
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
  'Any of the six sections of the configuration. Each section you send replaces the current one as a ' +
    'whole. The others stay the same.',
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
