import * as v from 'valibot';
import { serviceTable } from '#shared/db/client';
import { onLatest } from '#shared/db/latest';
import { type ListHead, newerHead, nextPlace, readHead } from '#shared/db/lists/counted-list';
import type { Table } from '#shared/db/operations';
import type { RequestedApplicant } from '#shared/onboarding/applicants/applicant';
import {
  type ApplicantSnapshot,
  applicantCreation,
  type CreatedApplicant,
  newerSnapshot,
  readApplicantSnapshot,
  refuseCreation,
} from '#shared/onboarding/applicants/applicant-creation';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { newWidget, type Widget } from '#shared/onboarding/widgets/widget';
import type { WidgetStatus } from '#shared/onboarding/widgets/widget-bodies';
import { type WidgetConfigInput, widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import { addWidget, widgetListOf } from '#shared/onboarding/widgets/widget-repository';
import type { Environment } from '#shared/platform/environments';
import { openWallets } from '#shared/wallet/wallet';
import { sessionScope } from './accounts.ts';
import { TEST_VAULT_SECRET } from './vault.ts';

/** What the functions below need to know about an account. */
export interface TestAccount {
  readonly accountId: string;
}

/** Fields of each section that a test overrides. */
export type ConfigOverrides = { readonly [Section in keyof WidgetConfigInput]?: Partial<WidgetConfigInput[Section]> };

/** A configuration with every required field, and the modules of the widget's main job. */
export const validConfig = (overrides: ConfigOverrides = {}): WidgetConfigInput => ({
  branding: {
    brandName: 'Adire Market',
    accentColor: '#0a7d4f',
    cornerRadius: 'soft',
    welcomeTitle: 'Welcome to Adire Market',
    welcomeMessage: 'Tell us about your business. It takes five minutes.',
    completionTitle: 'Thank you',
    completionMessage: 'We will let you know within a day.',
    ...overrides.branding,
  },
  modules: {
    business_profile: { enabled: true, required: true },
    cac_verification: { enabled: true, required: true },
    tin_verification: { enabled: true, required: false },
    pep_screening: { enabled: false, required: false },
    ...overrides.modules,
  },
  flow: {
    order: ['business_profile', 'cac_verification', 'tin_verification'],
    enableSavedProgress: true,
    enableResume: true,
    sessionTimeoutMinutes: 60,
    ...overrides.flow,
  },
  security: {
    allowedDomains: [],
    allowedCountries: [],
    enableIpAllowlist: false,
    ipAllowlist: [],
    requireSignedRequests: false,
    ...overrides.security,
  },
  risk: {
    tier: 'standard',
    autoApproveThreshold: 30,
    autoRejectThreshold: 70,
    reviewOnPepMatch: true,
    reviewOnAdverseMedia: true,
    reviewOnSanctionsMatch: true,
    ...overrides.risk,
  },
  notifications: {
    notifyApplicantEmail: false,
    notifyApplicantSms: false,
    webhookEvents: [],
    ...overrides.notifications,
  },
});

/** A configuration in which exactly these modules are enabled, in this order. */
export const configWithModules = (...moduleIds: ModuleId[]): WidgetConfigInput => ({
  ...validConfig({ flow: { order: moduleIds } }),
  modules: Object.fromEntries(moduleIds.map((id) => [id, { enabled: true, required: true }])),
});

/** Opens both wallets of an account unless they are open: `sandbox` with test money, `live` empty. */
export const openWalletsFor = async (
  { accountId }: TestAccount,
  table: Pick<Table, 'transact'> = serviceTable(),
  nowMs = Date.now(),
): Promise<void> => {
  await table.transact(openWallets(accountId, nowMs));
};

/** Options of a widget. */
export interface WidgetOverrides {
  readonly name?: string;
  readonly environment?: Environment;
  /** Default: `live`. */
  readonly status?: WidgetStatus;
  readonly config?: WidgetConfigInput;
  readonly createdAtMs?: number;
}

/** Writes a widget of an account into the table. */
export const createWidgetFor = async (
  { accountId }: TestAccount,
  overrides: WidgetOverrides = {},
  table: Pick<Table, 'get' | 'transact'> = serviceTable(),
): Promise<Widget> => {
  const { name = 'Sellers', environment = 'sandbox', status = 'live', config = validConfig(), createdAtMs } = overrides;
  const body = { name, environment, templateId: 'blank', config: v.parse(widgetConfigSchema, config) };
  const list = widgetListOf({ accountId });
  const attempt = async (head: ListHead) => {
    const place = nextPlace(head, createdAtMs ?? Date.now());
    const made = newWidget({ accountId, environment }, body, TEST_VAULT_SECRET, place.atMs);
    const widget = { ...made, number: place.number, status };
    return { result: await table.transact(addWidget(widget, place)), value: widget };
  };
  const { result, value } = await onLatest(await readHead(table, list), attempt, newerHead(list));
  if (!result.written) throw new Error('The widget was refused');
  return value;
};

/** Creates an applicant from the snapshot that was read for it, as the endpoints do. */
export const createFrom = async (
  snapshot: ApplicantSnapshot,
  requested: RequestedApplicant,
  nowMs: number = Date.now(),
  table: Pick<Table, 'transact'> = serviceTable(),
): Promise<CreatedApplicant> => {
  const attempt = async (latest: ApplicantSnapshot) => {
    const { created, operations } = applicantCreation(latest, requested, nowMs);
    return { result: await table.transact(operations), value: created };
  };
  const { result, value } = await onLatest(snapshot, attempt, newerSnapshot(snapshot));
  return result.written ? value : refuseCreation(result.refusals);
};

/** Creates an applicant under a widget as its account would. The account must have its wallets. */
export const createApplicantFor = async (
  { accountId }: TestAccount,
  { id: widgetId }: Pick<Widget, 'id'>,
  requested: Partial<RequestedApplicant> = {},
  nowMs: number = Date.now(),
  table: Table = serviceTable(),
): Promise<CreatedApplicant> => {
  const snapshot = await readApplicantSnapshot(table, sessionScope(accountId), widgetId);
  if (!snapshot) throw new Error('The account has no such widget');
  return createFrom(snapshot, { subject: {}, by: 'account', ...requested }, nowMs, table);
};
