import { parse } from 'valibot';
import { newWidget, type Widget } from '#shared/onboarding/widgets/widget';
import { type WidgetConfigInput, widgetConfigSchema } from '#shared/onboarding/widgets/widget-config';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { configInput } from './fixtures.ts';

/** The secret that the widgets of these tests are sealed with. */
export const VAULT: VersionedSecret = {
  current: { versionId: 'v1', value: 'unit-test-vault-secret-of-32-characters' },
};

/** A widget of these tests; `config` replaces whole sections. */
export const aWidget = (config: Partial<WidgetConfigInput> = {}): Widget =>
  newWidget(
    { accountId: 'usr_01KAJ3V0000000000000000000', environment: 'sandbox' },
    {
      name: 'Sellers',
      templateId: 'blank',
      config: parse(widgetConfigSchema, { ...configInput(), ...config }),
    },
    VAULT,
    Date.UTC(2026, 10, 21, 13),
  );
