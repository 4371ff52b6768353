import * as v from 'valibot';
import { list, object, record, uniqueList } from '#shared/http/containers';
import { text } from '#shared/http/texts';
import {
  allowedDomain,
  countryCode,
  integerBetween,
  optionalAddress,
  optionalImageAddress,
  optionalMailboxes,
  requiredText,
} from './config-values.ts';
import { MODULE_IDS, type ModuleId } from './modules.ts';

/** More than there are, so that an id too many is told by its name. */
const MOST_MODULES = 100;

/** Longer than any id, and short enough to be named to who sent it. */
const MAX_NAMED_LENGTH = 60;

const named = (what: string, id: unknown): string =>
  typeof id === 'string' && id.length <= MAX_NAMED_LENGTH ? `${what} "${id}"` : what;

/** The sentence about something that should be the id of a module. */
export const unknownModule = (id: unknown): string => named('Unknown module', id);

const moduleId = v.picklist(MODULE_IDS, ({ input }) => unknownModule(input));

const branding = object({
  brandName: requiredText(120),
  logoUrl: optionalImageAddress,
  logoPublicId: v.exactOptional(text(512)),
  accentColor: v.pipe(text(9), v.hexColor()),
  cornerRadius: v.picklist(['sharp', 'soft', 'round']),
  welcomeTitle: requiredText(200),
  welcomeMessage: requiredText(600),
  completionTitle: requiredText(200),
  completionMessage: requiredText(600),
  supportEmail: optionalMailboxes,
});

const modules = record(moduleId, object({ enabled: v.boolean(), required: v.boolean() }), MOST_MODULES);

const flow = object({
  order: uniqueList(moduleId, MOST_MODULES, (id) => named('Duplicate module', id)),
  enableSavedProgress: v.boolean(),
  enableResume: v.boolean(),
  sessionTimeoutMinutes: integerBetween(5, 240),
  successRedirectUrl: optionalAddress,
  failureRedirectUrl: optionalAddress,
  abandonRedirectUrl: optionalAddress,
});

const security = object({
  allowedDomains: list(allowedDomain, 50),
  allowedCountries: list(countryCode, 250),
  enableIpAllowlist: v.boolean(),
  ipAllowlist: list(text(64), 100),
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
  notifyAdminEmail: optionalMailboxes,
  webhookEvents: list(text(60), 20),
});

/** The schemas of the six sections, by name. */
export const widgetConfigSections = { branding, modules, flow, security, risk, notifications } as const;

const sections = object(widgetConfigSections);

/**
 * A widget's configuration (interface: Widget, its six sections). Unknown fields are dropped, defaults filled in, hosts
 * and countries brought to one form, and enabled modules that the order leaves out are appended to it.
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
