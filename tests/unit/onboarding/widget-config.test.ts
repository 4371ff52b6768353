import fc from 'fast-check';
import { getDotPath, safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { MODULE_IDS } from '#shared/onboarding/modules';
import { configWarnings, moduleOrder, wantsDecision, widgetConfigSchema } from '#shared/onboarding/widget-config';
import { config, configInput, enabled } from './fixtures.ts';

type Json = Record<string, unknown>;

/** The configuration with one value put in, or taken out when it is undefined. */
const withValue = (path: string, value: unknown): Json => {
  const changed: Json = structuredClone(configInput()) as unknown as Json;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let place = changed;
  for (const key of keys) place = place[key] as Json;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return changed;
};

const problemsOf = (input: unknown) => {
  const result = safeParse(widgetConfigSchema, input);
  return result.success ? [] : result.issues.map((issue) => [getDotPath(issue), issue.message]);
};

const pathsOf = (input: unknown) => problemsOf(input).map(([path]) => path);

const outputOf = (input: unknown) => {
  const result = safeParse(widgetConfigSchema, input);
  return result.success ? result.output : undefined;
};

const text = (length: number) => 'x'.repeat(length);

describe('a configuration', () => {
  test('is complete without its optional fields, which get their defaults', () => {
    expect(config().branding).toMatchObject({ logoUrl: '', supportEmail: '' });
    expect(config().branding).not.toHaveProperty('logoPublicId');
    expect(config().flow).toMatchObject({ successRedirectUrl: '', failureRedirectUrl: '', abandonRedirectUrl: '' });
    expect(config().notifications.notifyAdminEmail).toBe('');
  });

  test('is the same after another pass', () => {
    expect(outputOf(config())).toEqual(config());
  });

  test('loses fields nobody knows', () => {
    const input = { ...configInput(), extra: 1, risk: { ...configInput().risk, mood: 'grim' } };
    expect(outputOf(input)).toEqual(config());
  });

  test.each(['branding', 'modules', 'flow', 'security', 'risk', 'notifications'])('needs its section %s', (section) => {
    expect(pathsOf(withValue(section, undefined))).toEqual([section]);
  });

  test.each([
    ...['brandName', 'accentColor', 'cornerRadius', 'welcomeTitle', 'welcomeMessage'].map((name) => `branding.${name}`),
    ...['completionTitle', 'completionMessage'].map((name) => `branding.${name}`),
    ...['order', 'enableSavedProgress', 'enableResume', 'sessionTimeoutMinutes'].map((name) => `flow.${name}`),
    ...['allowedDomains', 'allowedCountries', 'enableIpAllowlist'].map((name) => `security.${name}`),
    ...['ipAllowlist', 'requireSignedRequests'].map((name) => `security.${name}`),
    ...['tier', 'autoApproveThreshold', 'autoRejectThreshold', 'reviewOnPepMatch'].map((name) => `risk.${name}`),
    ...['reviewOnAdverseMedia', 'reviewOnSanctionsMatch'].map((name) => `risk.${name}`),
    ...['notifyApplicantEmail', 'notifyApplicantSms', 'webhookEvents'].map((name) => `notifications.${name}`),
    'modules.business_profile.enabled',
    'modules.business_profile.required',
  ])('needs %s', (path) => {
    expect(pathsOf(withValue(path, undefined))).toEqual([path]);
  });

  test.each<[string, unknown, unknown]>([
    ['branding.brandName', text(120), text(121)],
    ['branding.brandName', 'A', ''],
    ['branding.logoUrl', `https://a.ng/${text(2035)}`, `https://a.ng/${text(2036)}`],
    ['branding.logoUrl', 'http://a.ng/logo.png', 'javascript:alert(1)'],
    ['branding.logoUrl', '', 'logo.png'],
    ['branding.logoPublicId', text(512), text(513)],
    ['branding.accentColor', '#ABC', 'red'],
    ['branding.accentColor', '#a1b2c3', '#a1b2c'],
    ['branding.cornerRadius', 'sharp', 'square'],
    ['branding.welcomeTitle', text(200), text(201)],
    ['branding.welcomeMessage', text(600), text(601)],
    ['branding.completionTitle', text(200), text(201)],
    ['branding.completionMessage', text(600), text(601)],
    ['branding.supportEmail', 'help@acme.ng', 'help'],
    ['branding.supportEmail', `${text(192)}@acme.ng`, `${text(193)}@acme.ng`],
    ['flow.enableResume', false, 'no'],
    ['flow.sessionTimeoutMinutes', 5, 4],
    ['flow.sessionTimeoutMinutes', 240, 241],
    ['flow.sessionTimeoutMinutes', 30, 30.5],
    ['flow.successRedirectUrl', 'https://a.ng/done', 'ftp://a.ng'],
    ['flow.failureRedirectUrl', 'https://a.ng/done', '//a.ng'],
    ['flow.abandonRedirectUrl', '', 'data:text/html,x'],
    ['security.requireSignedRequests', true, 1],
    ['risk.tier', 'enhanced', 'high'],
    ['risk.autoApproveThreshold', 0, -1],
    ['risk.autoRejectThreshold', 100, 101],
    ['risk.autoRejectThreshold', 50, '50'],
    ['notifications.notifyAdminEmail', 'ops@acme.ng', 'ops@'],
  ])('%s takes %j and refuses %j', (path, good, bad) => {
    expect(problemsOf(withValue(path, good))).toEqual([]);
    expect(pathsOf(withValue(path, bad))).toEqual([path]);
  });

  test('may approve above the threshold at which it rejects', () => {
    const input = withValue('risk', { ...configInput().risk, autoApproveThreshold: 90, autoRejectThreshold: 10 });
    expect(problemsOf(input)).toEqual([]);
  });

  test('reports every problem at once, each at its place', () => {
    const input = withValue('security', {
      allowedDomains: ['ok.ng', 'https://no.ng'],
      allowedCountries: ['NGA'],
      enableIpAllowlist: 'yes',
      ipAllowlist: ['10.0.0.0/33'],
      requireSignedRequests: false,
    });
    (input['branding'] as Json)['brandName'] = '';
    (input['flow'] as Json)['order'] = ['nonsense', 'business_profile', 'business_profile'];
    expect(pathsOf(input)).toEqual([
      'branding.brandName',
      'flow.order.0',
      'flow.order.2',
      'security.allowedDomains.1',
      'security.allowedCountries.0',
      'security.enableIpAllowlist',
      'security.ipAllowlist.0',
    ]);
  });
});

describe('modules and their order', () => {
  test('may be any of the nineteen, or none', () => {
    fc.assert(
      fc.property(fc.subarray([...MODULE_IDS]), (ids) => {
        const input = { ...withValue('modules', enabled(...ids)) };
        (input['flow'] as Json)['order'] = [];
        expect(outputOf(input)?.flow.order).toEqual(ids);
      }),
    );
  });

  test('an unknown module is named, in both places', () => {
    expect(problemsOf(withValue('modules', { palm_reading: { enabled: true, required: false } }))).toEqual([
      ['modules.palm_reading', 'Unknown module "palm_reading"'],
    ]);
    expect(problemsOf(withValue('flow.order', ['palm_reading']))).toEqual([
      ['flow.order.0', 'Unknown module "palm_reading"'],
    ]);
  });

  test('a module stands in the order once', () => {
    expect(problemsOf(withValue('flow.order', ['aml_screening', 'cac_verification', 'aml_screening']))).toEqual([
      ['flow.order.2', 'Must not be a duplicate'],
    ]);
  });

  test('an enabled module that the order leaves out is appended, a disabled one is not', () => {
    const input = withValue('modules', {
      ...enabled('tin_verification', 'business_profile', 'cac_verification'),
      pep_screening: { enabled: false, required: true },
    });
    (input['flow'] as Json)['order'] = ['cac_verification'];
    expect(outputOf(input)?.flow.order).toEqual(['cac_verification', 'business_profile', 'tin_verification']);
  });

  test('the applicant meets the enabled ones of the order', () => {
    const kept = outputOf({
      ...withValue('flow.order', ['pep_screening', 'cac_verification', 'scuml_verification', 'business_profile']),
      modules: {
        ...enabled('business_profile', 'cac_verification'),
        pep_screening: { enabled: false, required: true },
      },
    });
    expect(kept && moduleOrder(kept)).toEqual(['cac_verification', 'business_profile']);
  });
});

describe('security lists', () => {
  test.each(['shop.acme.ng', '*.acme.ng', 'localhost', 'ACME.ng', 'xn--bcher-kva.example', '10.0.0.1'])(
    'a domain may be %s',
    (domain) => {
      expect(outputOf(withValue('security.allowedDomains', [domain]))?.security.allowedDomains).toEqual([
        domain.toLowerCase(),
      ]);
    },
  );

  test.each([
    'https://acme.ng',
    'acme.ng:443',
    'acme.ng/',
    '*',
    '*acme.ng',
    'a.*.ng',
    '',
    ' acme.ng',
    '-a.ng',
    'a..ng',
  ])('a domain may not be "%s"', (domain) => {
    expect(pathsOf(withValue('security.allowedDomains', [domain]))).toEqual(['security.allowedDomains.0']);
  });

  test.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '::/0', '::ffff:10.0.0.1'])(
    'an allowed address may be %s',
    (address) => {
      expect(problemsOf(withValue('security.ipAllowlist', [address]))).toEqual([]);
    },
  );

  test.each([
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08',
    '::/129',
    'fe80::1%eth0',
    '10.0.0.1/8/8',
    'localhost',
    '',
  ])('an allowed address may not be "%s"', (address) => {
    expect(pathsOf(withValue('security.ipAllowlist', [address]))).toEqual(['security.ipAllowlist.0']);
  });

  test('countries are two letters, kept in upper case', () => {
    expect(outputOf(withValue('security.allowedCountries', ['ng', 'GH']))?.security.allowedCountries).toEqual([
      'NG',
      'GH',
    ]);
    expect(pathsOf(withValue('security.allowedCountries', ['Nigeria', 'N1']))).toHaveLength(2);
  });

  test.each([
    ['security.allowedDomains', 50, 'a.ng'],
    ['security.allowedCountries', 250, 'NG'],
    ['security.ipAllowlist', 100, '10.0.0.1'],
    ['notifications.webhookEvents', 20, 'applicant.approved'],
  ])('%s takes %i entries and no more', (path, most, entry) => {
    expect(problemsOf(withValue(path, Array(most).fill(entry)))).toEqual([]);
    expect(pathsOf(withValue(path, Array(most + 1).fill(entry)))).toEqual([path]);
  });
});

describe('names of webhook events', () => {
  test('that nobody knows are accepted and remarked on', () => {
    const kept = outputOf(withValue('notifications.webhookEvents', ['applicant.approved', 'applicant.vanished']));
    expect(kept && configWarnings(kept)).toEqual([
      {
        path: 'config.notifications.webhookEvents.1',
        message: 'Unknown event "applicant.vanished": it has no effect',
      },
    ]);
    expect(configWarnings(config())).toEqual([]);
  });

  test('have at most 60 characters', () => {
    expect(pathsOf(withValue('notifications.webhookEvents', [text(61)]))).toEqual(['notifications.webhookEvents.0']);
  });

  test('filter decisions by outcome; none at all wants every decision', () => {
    const only = (...webhookEvents: string[]) => ({ ...config().notifications, webhookEvents });
    expect(wantsDecision(only('applicant.approved'), 'approved')).toBe(true);
    expect(wantsDecision(only('applicant.approved'), 'requires_review')).toBe(false);
    expect(wantsDecision(only('applicant.vanished'), 'approved')).toBe(false);
    expect(wantsDecision(only(), 'rejected')).toBe(true);
  });
});
