import { describe, expect, test } from 'vitest';
import { newId } from '#shared/platform/ids';
import { MailUnavailable } from '#shared/sources/mailer';
import { decided, mailWorld, newAddress, newOwner } from './world.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('Notices about applicants are capped per day', () => {
  test('by recipient, whichever accounts they come from and in any spelling; the next day starts again', async () => {
    const to = newAddress();
    const { deliver, sent, counted, world } = mailWorld({ recipient: 2 });
    for (const spelled of [to, to.toUpperCase(), to, to]) {
      await deliver(decided((await newOwner()).accountId, spelled, 'live'));
    }
    expect(sent).toHaveLength(2);
    expect(counted).toEqual(['NoticesCapped recipient', 'NoticesCapped recipient']);
    world.nowMs += DAY_MS;
    await deliver(decided((await newOwner()).accountId, to, 'live'));
    expect(sent).toHaveLength(3);
  });

  test('by applicant, whoever the recipients are', async () => {
    const { accountId } = await newOwner();
    const applicantId = newId('app', Date.now());
    const { deliver, sent, counted } = mailWorld({ applicant: 2 });
    for (let number = 0; number < 4; number++) await deliver(decided(accountId, newAddress(), 'live', applicantId));
    await deliver(decided(accountId, newAddress(), 'live'));
    expect(sent).toHaveLength(3);
    expect(counted).toEqual(['NoticesCapped applicant', 'NoticesCapped applicant']);
  });

  test('by account in each environment, exactly, even for many at once', async () => {
    const { accountId } = await newOwner();
    const { deliver, sent, counted } = mailWorld({ account: 3 });
    await Promise.all(Array.from({ length: 6 }, () => deliver(decided(accountId, newAddress(), 'live'))));
    expect(sent).toHaveLength(3);
    expect(counted).toEqual(Array(3).fill('NoticesCapped account'));
    await deliver(decided(accountId, newAddress()));
    expect(counted.at(-1)).toBe('MailsKept');
  });

  test("but not by recipient for those to the account's own address, or for kept ones", async () => {
    const { accountId, email } = await newOwner();
    const { deliver, sent, counted } = mailWorld({ recipient: 1 });
    for (let number = 0; number < 3; number++) await deliver(decided(accountId, email));
    const to = newAddress();
    for (let number = 0; number < 3; number++) await deliver(decided(accountId, to));
    expect(sent).toHaveLength(3);
    expect(counted).toEqual(Array(3).fill('MailsKept'));
  });

  test('counting each once, even if it takes several tries', async () => {
    const { accountId } = await newOwner();
    const { deliver, sent, counted, world } = mailWorld({ account: 1 });
    const order = decided(accountId, newAddress(), 'live');
    world.fault = new MailUnavailable('TimeoutError');
    for (let tries = 0; tries < 3; tries++) await expect(deliver(order)).rejects.toThrow(MailUnavailable);
    world.fault = undefined;
    await deliver(order);
    expect(sent).toHaveLength(1);
    expect(counted.filter((name) => name.startsWith('NoticesCapped'))).toEqual([]);
  });
});
