import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { DEMO_WIDGET } from '#scripts/demo/onboarding';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { PAGE_ROOT_ID } from '#shared/onboarding/embed/page-data';
import { MODULE_FIELDS, type ModuleField } from '#shared/onboarding/modules/module-fields';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import type { ApiClient } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';

/** A page, or the hosted page in a frame of one. */
export type Shown = Page | FrameLocator;

/** What tests change of the demo's widget, section by section. */
export interface Sections {
  readonly branding?: object;
  readonly flow?: object;
  readonly security?: object;
  /** The enabled modules, each required, in this order. */
  readonly modules?: readonly ModuleId[];
}

/** The parts of a widget that tests need. */
export interface ShownWidget {
  readonly id: string;
  readonly embedLinkToken: string;
}

/** A widget of a customer, live unless it is to stay a draft. */
export const shownWidget = async (
  customer: ApiClient,
  { branding, flow, security, modules }: Sections = {},
  status: 'live' | 'draft' = 'live',
): Promise<ShownWidget> => {
  const { config } = DEMO_WIDGET;
  const body = {
    ...DEMO_WIDGET,
    config: {
      ...config,
      branding: { ...config.branding, ...branding },
      flow: { ...config.flow, ...(modules && { order: modules }), ...flow },
      security: { ...config.security, ...security },
      ...(modules && { modules: Object.fromEntries(modules.map((id) => [id, { enabled: true, required: true }])) }),
    },
  };
  const created = await customer.post<{ data: ShownWidget }>('/v1/kyb/widgets', body);
  if (created.status !== 201) throw new Error(created.text);
  if (status === 'live') await customer.patch(`/v1/kyb/widgets/${created.body.data.id}/status`, { status });
  return created.body.data;
};

/** The only applicant of a widget, once it awaits a reviewer. */
export const reviewedApplicant = (customer: ApiClient, widgetId: string): Promise<string> =>
  waitUntil(
    async () => {
      const { body } = await customer.get<{ data: { id: string; status: string }[] }>(
        `/v1/kyb/widgets/${widgetId}/applicants`,
      );
      const [applicant] = body.data;
      return applicant?.status === 'requires_review' && applicant.id;
    },
    { timeoutMs: 60_000, what: 'the review' },
  );

/** The applicants of a widget, as its owner sees them. */
export const applicantsOf = async (
  customer: ApiClient,
  { id }: Pick<ShownWidget, 'id'>,
): Promise<readonly { readonly id: string; readonly status: string }[]> => {
  const { body } = await customer.get<{ data: { id: string; status: string }[] }>(`/v1/kyb/widgets/${id}/applicants`);
  return body.data;
};

/** The address of a widget's hosted page. */
export const pageOf = ({ embedLinkToken }: ShownWidget, query = ''): string =>
  `${stack().apiUrl}/w/${embedLinkToken}${query}`;

/** An answer that fits a field and leads to a clean result in the sandbox. */
const EXAMPLES: Readonly<Record<string, string>> = {
  businessName: 'Ada Provisions Limited',
  registrationNumber: 'RC1234567',
  tin: '12345678-0001',
  bankCode: '058',
  accountNumber: '0123456789',
  fullName: 'Ada Obi',
  nationalIdNumber: '12345678901',
  meterNumber: '12345678901',
  website: 'ada-provisions.example',
};

const BY_TYPE: Readonly<Record<ModuleField['type'], string>> = {
  text: 'Adire',
  textarea: 'Sells adire cloth.',
  email: 'ada@provisions.example',
  tel: '+234 803 123 4567',
  url: 'ada-provisions.example',
  date: '2026-01-31',
  select: '',
  list: 'Ada Obi',
  people: '',
};

/** The answer that {@link fill} gives to a field. */
const exampleOf = ({ name, type, options }: ModuleField): string => options?.[0] ?? EXAMPLES[name] ?? BY_TYPE[type];

/** Fills in every field of a module, each found by its label. */
export const fill = async (shown: Shown, moduleId: ModuleId, other: Record<string, string> = {}): Promise<void> => {
  for (const field of MODULE_FIELDS[moduleId].flatMap((one) => one.fields ?? one)) {
    const control = shown.getByLabel(field.label, { exact: true });
    const value = other[field.name] ?? exampleOf(field);
    if (field.type === 'select') await control.selectOption(value);
    else await control.fill(value);
  }
};

/**
 * Waits until a frame is as high as its page, and drawn so. It follows a moment after a change of step; a press in
 * between, which no person can make, lands beside the button.
 */
const frameFits = (frame: FrameLocator): Promise<unknown> =>
  waitUntil(
    () =>
      frame.locator('html').evaluate(`(async () => {
        const root = document.getElementById('${PAGE_ROOT_ID}');
        const fits = () => Math.ceil(root.getBoundingClientRect().height) === innerHeight;
        const before = fits();
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
        return before && fits();
      })()`),
    { what: 'the frame to be as high as its page' },
  );

/** Presses a button by its name. */
export const press = async (shown: Shown, name: string): Promise<void> => {
  const button = shown.getByRole('button', { name });
  if ('owner' in shown) {
    await button.waitFor();
    await frameFits(shown);
  }
  await button.click();
};

/** Fills in modules and continues to the step after them. */
export const fillAll = async (shown: Shown, modules: readonly ModuleId[]): Promise<void> => {
  for (const moduleId of modules) {
    await fill(shown, moduleId);
    await press(shown, 'Save and continue');
  }
};

/** An attribute of the element that has the focus. */
export const focused = (page: Page, attribute: string): Promise<unknown> =>
  page.evaluate(`document.activeElement.getAttribute(${JSON.stringify(attribute)})`);

/** Waits until the focus is at an element with this attribute. */
export const focusAt = (page: Page, attribute: string, value: string): Promise<unknown> =>
  waitUntil(async () => (await focused(page, attribute)) === value, { what: `the focus at ${attribute}=${value}` });

/** The modules of the demo's widget. */
export const DEMO_MODULES = ['business_profile', 'cac_verification', 'tin_verification'] as const;

const FOLDER = join(STATE_FOLDER, 'reports', 'screenshots');

/** Saves a screenshot of the page for people to look at. */
export const picture = async (page: Page, name: string): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
};
