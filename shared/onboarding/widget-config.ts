import * as v from 'valibot';
import { list, object, record, uniqueList } from '#shared/http/containers';
import { text } from '#shared/http/texts';
import { APPLICANT_STATUSES, type DecisionStatus } from './applicant-states.ts';
import {
  allowedAddress,
  allowedDomain,
  countryCode,
  integerBetween,
  optionalEmail,
  optionalUrl,
  requiredText,
} from './config-values.ts';
import { MODULE_IDS, type ModuleId } from './modules.ts';

/** More than there are, so that an id too many is told by its name. */
const MOST_MODULES = 100;

/** Longer than any id, and short enough to be told back. */
const TOLD_LENGTH = 60;

const moduleId = v.picklist(MODULE_IDS, ({ input }) =>
  typeof input === 'string' && input.length <= TOLD_LENGTH ? `Unknown module "${input}"` : 'Unknown module',
);

const branding = object({
  brandName: requiredText(120),
  logoUrl: optionalUrl,
  logoPublicId: v.exactOptional(text(512)),
  accentColor: v.pipe(v.string(), v.hexColor('Must be a hex colour such as #1a2b3c')),
  cornerRadius: v.picklist(['sharp', 'soft', 'round']),
  welcomeTitle: requiredText(200),
  welcomeMessage: requiredText(600),
  completionTitle: requiredText(200),
  completionMessage: requiredText(600),
  supportEmail: optionalEmail,
});

const modules = record(moduleId, object({ enabled: v.boolean(), required: v.boolean() }), MOST_MODULES);

const flow = object({
  order: uniqueList(moduleId, MOST_MODULES),
  enableSavedProgress: v.boolean(),
  enableResume: v.boolean(),
  sessionTimeoutMinutes: integerBetween(5, 240),
  successRedirectUrl: optionalUrl,
  failureRedirectUrl: optionalUrl,
  abandonRedirectUrl: optionalUrl,
});

const security = object({
  allowedDomains: v.pipe(
    list(allowedDomain, 50),
    v.mapItems((domain) => domain.toLowerCase()),
  ),
  allowedCountries: v.pipe(
    list(countryCode, 250),
    v.mapItems((country) => country.toUpperCase()),
  ),
  enableIpAllowlist: v.boolean(),
  ipAllowlist: list(allowedAddress, 100),
  requireSignedRequests: v.boolean(),
});

const risk = object({
  tier: v.picklist(['low', 'standard', 'enhanced']),
  autoApproveThreshold: integerBetween(0, 100),
  autoRejectThreshold: integerBetween(0, 100),
  reviewOnPepMatch: v.boolean(),
  reviewOnAdverseMedia: v.boolean(),
  reviewOnSanctionsMatch: v.boolean(),
});

const notifications = object({
  notifyApplicantEmail: v.boolean(),
  notifyApplicantSms: v.boolean(),
  notifyAdminEmail: optionalEmail,
  webhookEvents: list(requiredText(60), 20),
});

/** The schemas of the six sections, by name. */
export const widgetConfigSections = { branding, modules, flow, security, risk, notifications } as const;

const sections = object(widgetConfigSections);

/**
 * A widget's configuration (interface: Widget, its six sections). Unknown fields are dropped, defaults filled in, hosts
 * and countries brought to one case, and enabled modules that the order leaves out are appended to it.
 */
export const widgetConfigSchema = v.pipe(
  sections,
  v.transform((config) => {
    const missing = MODULE_IDS.filter((id) => config.modules[id]?.enabled && !config.flow.order.includes(id));
    return { ...config, flow: { ...config.flow, order: [...config.flow.order, ...missing] } };
  }),
);

/** A configuration as a caller may send it. */
export type WidgetConfigInput = v.InferInput<typeof widgetConfigSchema>;

/** A configuration as it is kept and answered. */
export type WidgetConfig = v.InferOutput<typeof widgetConfigSchema>;

/** The section that decides on applicants. */
export type RiskConfig = WidgetConfig['risk'];

/** The enabled modules, in the order in which the applicant meets them. */
export const moduleOrder = ({
  modules: settings,
  flow: { order },
}: Pick<WidgetConfig, 'modules' | 'flow'>): ModuleId[] => order.filter((id) => settings[id]?.enabled);

/** A remark on a configuration that was accepted. @property path below the request body. */
export interface ConfigWarning {
  readonly path: string;
  readonly message: string;
}

const KNOWN_WEBHOOK_EVENTS: ReadonlySet<string> = new Set(APPLICANT_STATUSES.map((status) => `applicant.${status}`));

/** What was accepted but will have no effect: names in `webhookEvents` that no status of an applicant answers to. */
export const configWarnings = ({ notifications: { webhookEvents } }: WidgetConfig): ConfigWarning[] =>
  webhookEvents.flatMap((name, index) =>
    KNOWN_WEBHOOK_EVENTS.has(name)
      ? []
      : [{ path: `config.notifications.webhookEvents.${index}`, message: `Unknown event "${name}": it has no effect` }],
  );

/** Whether the widget's owner wants to be told of a decision; an empty list of names wants them all. */
export const wantsDecision = ({ webhookEvents }: WidgetConfig['notifications'], status: DecisionStatus): boolean =>
  webhookEvents.length === 0 || webhookEvents.includes(`applicant.${status}`);
