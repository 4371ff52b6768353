import { describe, expect, test, vi } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { walletKeys } from '#shared/wallet/keys';
import { createChatFor } from '#tests/support/chats';
import { accountWith, ledgerOf, modelThat, senderTo, walletOf } from './world.ts';

// Prices are shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const table = serviceTable();

describe('The rate of chats', () => {
  test.each([
    [0, 110, 0],
    [10_000, 110, 1_100],
    [10_500, 110, 1_155],
    [1, 110, 1],
    [10_001, 110, 1_101],
  ])('of %d kobo for 1,000 tokens makes %d tokens cost %d', async (priceKobo, tokens, cost) => {
    const actionKey = 'chat_per_1k_tokens';
    await table.write(put({ ...walletKeys.rate(actionKey), actionKey, priceKobo }, {}));
    const account = await accountWith(1_000_000);
    const { id: chatId } = await createChatFor(account, { environment: 'live' });
    const { model } = modelThat(() => ({ inputTokens: tokens - 10, outputTokens: 10 }));
    expect((await senderTo(model)(account, chatId)).status).toBe(200);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 1_000_000 - cost, holds: [] });
    expect(await ledgerOf(account)).toHaveLength(cost === 0 ? 1 : 2);
  });
});
