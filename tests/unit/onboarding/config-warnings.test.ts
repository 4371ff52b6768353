import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { configWarnings, type WarningContext } from '#shared/onboarding/widgets/config-warnings';
import { type WidgetConfigInput, widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { config, configInput, enabled } from './fixtures.ts';

const CONTEXT: WarningContext = { environment: 'live', sendsTexts: true };

type Section = keyof WidgetConfigInput;

/** The paths with a warning if one value of a configuration is this value, which must be accepted. */
const remarkedOn = (section: Section, field: string, value: unknown): string[] => {
  const input = configInput();
  const parsed = safeParse(widgetConfigSchema, { ...input, [section]: { ...input[section], [field]: value } });
  expect(parsed.issues).toBeUndefined();
  return configWarnings(parsed.output as ReturnType<typeof config>, CONTEXT).map(({ path }) => path);
};

test('a plain configuration has no warning', () => {
  expect(configWarnings(config(), CONTEXT)).toEqual([]);
});

test('names of events that have no effect are listed by name', () => {
  const names = ['applicant.approved', 'applicant.vanished', 'applicant.created', ''];
  const input = { ...configInput(), notifications: { ...configInput().notifications, webhookEvents: names } };
  const parsed = safeParse(widgetConfigSchema, input);
  expect(configWarnings(parsed.output as ReturnType<typeof config>, CONTEXT)).toEqual([
    {
      path: 'config.notifications.webhookEvents.1',
      message: 'This has no effect: there is no event "applicant.vanished"',
    },
    {
      path: 'config.notifications.webhookEvents.2',
      message: 'This has no effect: there is no event "applicant.created"',
    },
    { path: 'config.notifications.webhookEvents.3', message: 'This has no effect: there is no event ""' },
  ]);
});

describe.each([
  ['branding', 'logoUrl'],
  ['flow', 'successRedirectUrl'],
  ['flow', 'failureRedirectUrl'],
  ['flow', 'abandonRedirectUrl'],
] as const)('%s.%s', (section, field) => {
  test.each(['', 'https://acme.ng/x', 'http://acme.ng', 'https://bücher.example/ü', 'https://10.0.0.1:8443/'])(
    'may be %j without a warning',
    (value) => expect(remarkedOn(section, field, value)).toEqual([]),
  );

  test.each([
    'acme-app://done',
    'mailto:help@acme.ng',
    '/done',
    '../done',
    'done',
    '//acme.ng/done',
    'https://',
    'http://localhost:3000/',
    'https://app.localhost',
    'http://127.0.0.1',
    'http://[::1]:8080/x',
    'ftp://acme.ng/logo.png',
    '  ',
  ])('may be %j, with a warning', (value) => {
    expect(remarkedOn(section, field, value)).toEqual([`config.${section}.${field}`]);
  });
});

test('a logo may be embedded in its address', () => {
  expect(remarkedOn('branding', 'logoUrl', 'data:image/svg+xml;base64,AAAA')).toEqual([]);
});

test.each(['brandName', 'welcomeTitle', 'welcomeMessage', 'completionTitle', 'completionMessage'])(
  'a blank %s is accepted with a warning',
  (field) => expect(remarkedOn('branding', field, ' \t')).toEqual([`config.branding.${field}`]),
);

describe('addresses of mailboxes', () => {
  test.each([
    '',
    'help@acme.ng',
    "o'brien@acme.ng",
    'Ada Obi <help@acme.ng>',
    '"Obi, Ada" <help@acme.ng>',
    'ada@bücher.example',
  ])('may be %j without a warning', (value) => {
    expect(remarkedOn('branding', 'supportEmail', value)).toEqual([]);
    expect(remarkedOn('notifications', 'notifyAdminEmail', value)).toEqual([]);
  });

  test('may be several for notices to the owner', () => {
    const several = 'ops@acme.ng,"Obi, Ada" <ada@acme.ng> , chief@acme.ng';
    expect(remarkedOn('notifications', 'notifyAdminEmail', several)).toEqual([]);
    expect(remarkedOn('branding', 'supportEmail', several)).toEqual(['config.branding.supportEmail']);
  });

  test.each(['help', 'help@', 'Ada <help>', 'help@acme.ng;ops@acme.ng', 'help@acme.ng,', ' ', '<>', '"'])(
    'that are %j are accepted with a warning',
    (value) => {
      expect(remarkedOn('branding', 'supportEmail', value)).toEqual(['config.branding.supportEmail']);
      expect(remarkedOn('notifications', 'notifyAdminEmail', value)).toEqual(['config.notifications.notifyAdminEmail']);
    },
  );
});

test('entries of the security lists that match nothing are accepted, each with a warning at its path', () => {
  expect(remarkedOn('security', 'allowedDomains', ['acme.ng', 'a b', '*', ''])).toEqual([
    'config.security.allowedDomains.1',
    'config.security.allowedDomains.3',
  ]);
  expect(remarkedOn('security', 'ipAllowlist', ['10.0.0.0/8', '10.0.0.0/33', 'localhost', '::/0', ''])).toEqual([
    'config.security.ipAllowlist.1',
    'config.security.ipAllowlist.2',
    'config.security.ipAllowlist.4',
  ]);
});

test.each<[string, boolean, WarningContext, string[]]>([
  ['asked for, in live', true, { environment: 'live', sendsTexts: true }, []],
  ['not asked for', false, { environment: 'sandbox', sendsTexts: false }, []],
  [
    'asked for in the sandbox',
    true,
    { environment: 'sandbox', sendsTexts: true },
    ['This has no effect: the sandbox does not send text messages'],
  ],
  [
    'asked for where the stage sends none',
    true,
    { environment: 'live', sendsTexts: false },
    ['This has no effect: this stage does not send text messages'],
  ],
])('text messages %s', (_, notifyApplicantSms, context, messages) => {
  const { notifications } = config();
  const warnings = configWarnings({ notifications: { ...notifications, notifyApplicantSms } }, context);
  expect(warnings).toEqual(messages.map((message) => ({ path: 'config.notifications.notifyApplicantSms', message })));
});

describe('modules together', () => {
  const warningsOf = (...modules: readonly ModuleId[]) => configWarnings({ modules: enabled(...modules) }, CONTEXT);

  test('a screening that another one covers causes a warning, because it is neither charged nor scored', () => {
    const warnings = warningsOf('business_profile', 'aml_screening', 'sanctions_screening', 'pep_screening');
    const message = expect.stringContaining('aml_screening');
    expect(warnings).toEqual([{ path: 'config.modules.sanctions_screening', message }]);
    expect(warningsOf('business_profile', 'sanctions_screening', 'pep_screening')).toEqual([]);
  });

  test('screening without a module that asks for a name causes a warning', () => {
    expect(warningsOf('tin_verification', 'sanctions_screening').map(({ path }) => path)).toEqual([
      'config.modules.sanctions_screening',
    ]);
    for (const naming of ['business_profile', 'cac_verification', 'directors_kyc'] as const) {
      expect(warningsOf(naming, 'sanctions_screening')).toEqual([]);
    }
  });
});
