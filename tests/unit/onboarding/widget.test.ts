import { describe, expect, test } from 'vitest';
import { fromWidgetItem, openEmbedSigningSecret, toWidgetItem } from '#shared/onboarding/widgets/widget';
import { SealedTextUnreadable } from '#shared/platform/vault';
import { enabled } from './fixtures.ts';
import { aWidget, VAULT } from './records.ts';

const readVault = async () => VAULT;

describe('A new widget', () => {
  test('has a signing secret that a Standard Webhooks library accepts, sealed for this widget alone', async () => {
    const [widget, other] = [aWidget(), aWidget()];
    const secret = await openEmbedSigningSecret(widget, readVault);
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    const copied = openEmbedSigningSecret({ ...other, sealedSigningSecret: widget.sealedSigningSecret }, readVault);
    await expect(copied).rejects.toThrow(SealedTextUnreadable);
  });
});

describe('A stored widget', () => {
  test('is read as it was written', () => {
    const widget = aWidget();
    expect(fromWidgetItem(toWidgetItem(widget, 7))).toStrictEqual({ ...widget, number: 7 });
  });

  test.each([
    [enabled('business_profile', 'tin_verification'), 2],
    [{ business_profile: { enabled: false, required: true } }, 0],
    [{}, 0],
  ])('counts its enabled modules: %#', (modules, count) => {
    expect(toWidgetItem(aWidget({ modules }), 7)).toMatchObject({ enabledModuleCount: count });
  });
});
