import { DECISION_FILTERS } from '#shared/events/decision-filter';
import type { Warning } from '#shared/http/warnings';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { coveringModule, isScreening, NAMING_MODULES } from '#shared/onboarding/modules/screening-modules';
import { parseMailboxes } from '#shared/platform/email-address';
import type { Environment } from '#shared/platform/environments';
import { isMatchable } from './allowed-domains.ts';
import { isAddressOrBlock } from './ip-allowlist.ts';
import type { WidgetConfig, WidgetConfigChange } from './widget-config.ts';

/** What warnings depend on besides the configuration. */
export interface WarningContext {
  /** The widget's environment. */
  readonly environment: Environment;
  /** Whether the stage sends text messages. */
  readonly sendsTexts: boolean;
}

/** Returns why a text will not work, or undefined if it will. */
type Remark = (value: string, context: WarningContext) => string | undefined;

/** Warns about texts that fail a test, except for empty ones. */
const warnUnless =
  (works: (value: string) => boolean, message: string): Remark =>
  (value) =>
    value === '' || works(value) ? undefined : message;

const notBlank: Remark = (value) =>
  value.trim() === '' ? 'This is blank, so applicants see nothing there' : undefined;

const isLoopback = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

const address: Remark = (value) => {
  if (value === '') return undefined;
  const url = URL.parse(value);
  if (!url) return 'This is not an absolute URL, so browsers resolve it against the page that the widget runs on';
  if (url.protocol === 'data:') return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'This is neither an https nor an http URL, so it works only on devices that handle its scheme';
  }
  return isLoopback(url.hostname) ? "Leads to the applicant's own device" : undefined;
};

const mailbox = warnUnless((value) => {
  const addresses = parseMailboxes(value);
  return addresses.length === 1 && addresses[0] !== undefined;
}, 'This is not an email address, so applicants cannot write to it');

const mailboxes = warnUnless(
  (value) => !parseMailboxes(value).includes(undefined),
  'This is not a list of email addresses separated by commas. Entries that are not email addresses receive ' +
    'nothing.',
);

const domain: Remark = (value) => (isMatchable(value) ? undefined : 'This is not a host, so it matches no origin');

const allowedAddress: Remark = (value) =>
  isAddressOrBlock(value) ? undefined : 'This is neither an IP address nor a CIDR block, so it lets nobody in';

const textMessages: Remark = (value, { environment, sendsTexts }) => {
  if (value !== 'true') return undefined;
  if (!sendsTexts) return 'This has no effect: this stage does not send text messages';
  return environment === 'sandbox' ? 'This has no effect: the sandbox does not send text messages' : undefined;
};

const webhookEvent: Remark = (value) =>
  DECISION_FILTERS.has(value) ? undefined : `This has no effect: there is no event "${value}"`;

/** The fields of each section that are checked: texts or lists of texts. */
const REMARKS: { readonly [S in keyof WidgetConfig]?: { readonly [F in keyof WidgetConfig[S]]?: Remark } } = {
  branding: {
    brandName: notBlank,
    logoUrl: address,
    welcomeTitle: notBlank,
    welcomeMessage: notBlank,
    completionTitle: notBlank,
    completionMessage: notBlank,
    supportEmail: mailbox,
  },
  flow: { successRedirectUrl: address, failureRedirectUrl: address, abandonRedirectUrl: address },
  security: { allowedDomains: domain, ipAllowlist: allowedAddress },
  notifications: { notifyApplicantSms: textMessages, notifyAdminEmail: mailboxes, webhookEvents: webhookEvent },
};

const remarksOn = (path: string, value: unknown, remark: Remark, context: WarningContext): Warning[] => {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => remarksOn(`${path}.${index}`, entry, remark, context));
  const message = remark(String(value), context);
  return message === undefined ? [] : [{ path, message }];
};

const isEnabled = (modules: WidgetConfig['modules'], moduleId: ModuleId): boolean =>
  modules[moduleId]?.enabled ?? false;

/** Warnings about combinations of enabled modules that make no sense. */
const moduleWarnings = (modules: WidgetConfig['modules']): Warning[] => {
  const enabled = MODULE_IDS.filter((moduleId) => isEnabled(modules, moduleId));
  const hasNames = NAMING_MODULES.some((moduleId) => enabled.includes(moduleId));
  return enabled.filter(isScreening).flatMap((moduleId) => {
    const path = `config.modules.${moduleId}`;
    const covering = coveringModule(moduleId, enabled);
    const nameless =
      'No enabled module asks for a name. Unless the subject or the form of this module has one, nobody is ' +
      'screened and a reviewer has to decide.';
    return [
      ...(covering
        ? [
            {
              path,
              message: `${covering} already includes this module, so it is neither charged nor scored separately`,
            },
          ]
        : []),
      ...(hasNames ? [] : [{ path, message: nameless }]),
    ];
  });
};

/**
 * Warnings about values that were accepted, because the contract specifies only a length, but will not work. They cover
 * a whole configuration, or the sections of a change.
 */
export const configWarnings = (config: WidgetConfigChange, context: WarningContext): readonly Warning[] => [
  ...(config.modules ? moduleWarnings(config.modules) : []),
  ...Object.entries(REMARKS).flatMap(([section, fields]) => {
    const values: Readonly<Record<string, unknown>> | undefined = config[section as keyof WidgetConfig];
    if (!values) return [];
    return Object.entries(fields).flatMap(([field, remark]) =>
      remarksOn(`config.${section}.${field}`, values[field], remark, context),
    );
  }),
];
