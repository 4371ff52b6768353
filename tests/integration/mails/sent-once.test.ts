import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { MailRefused, MailUnavailable } from '#shared/sources/mailer';
import { decided, mailWorld, newAddress, newOwner } from './world.ts';

/** The table, whose writes fail from the `nth` on, the given number of times. */
const failingFrom = (nth: number, times = Number.POSITIVE_INFINITY): Table => {
  const table = serviceTable();
  let writes = 0;
  return {
    ...table,
    write: async (operation) => {
      writes++;
      if (writes >= nth && writes < nth + times) throw new Error('The table is out of reach');
      return table.write(operation);
    },
  };
};

const liveMail = async () => decided((await newOwner()).accountId, newAddress(), 'live');

describe('A mail is sent once', () => {
  test('however often it is ordered, one after the other or at once', async () => {
    const order = await liveMail();
    const { deliver, sent } = mailWorld();
    await Promise.allSettled(Array.from({ length: 5 }, () => deliver(order)));
    await deliver(order);
    expect(sent).toHaveLength(1);
  });

  test('although the mark that it was sent fails once, or for good: the order counts as fulfilled', async () => {
    for (const times of [1, Number.POSITIVE_INFINITY]) {
      const order = await liveMail();
      const { deliver, sent, lines } = mailWorld();
      await deliver(order, failingFrom(2, times));
      expect(sent).toHaveLength(1);
      expect(lines.filter((line) => line.includes('MAIL_NOT_MARKED'))).toHaveLength(times === 1 ? 0 : 1);
      if (times === 1) await deliver(order);
      expect(sent).toHaveLength(1);
    }
  });

  test('or not at all, if it cannot be claimed', async () => {
    const order = await liveMail();
    const { deliver, sent } = mailWorld();
    await expect(deliver(order, failingFrom(1))).rejects.toThrow('out of reach');
    expect(sent).toEqual([]);
    await deliver(order);
    expect(sent).toHaveLength(1);
  });

  test('at the next try if the service did not accept it, without a wait for a lease', async () => {
    const order = await liveMail();
    const { deliver, sent, world } = mailWorld();
    world.fault = new MailUnavailable('TooManyRequestsException');
    await expect(deliver(order)).rejects.toThrow(MailUnavailable);
    world.fault = undefined;
    await deliver(order);
    await deliver(order);
    expect(sent).toHaveLength(1);
  });

  test('by another worker if the one that claimed it died, once its lease is over and not before', async () => {
    const order = await liveMail();
    const { deliver, sent, world } = mailWorld();
    world.fault = new MailUnavailable('TimeoutError');
    // The worker dies, so that it can neither send the mail nor release it.
    await expect(deliver(order, failingFrom(2))).rejects.toThrow(MailUnavailable);
    world.fault = undefined;
    await expect(deliver(order)).rejects.toThrow('Another worker');
    world.nowMs += 40_000;
    await deliver(order);
    expect(sent).toHaveLength(1);
  });

  test('or never again, once the service refuses it for good', async () => {
    const order = await liveMail();
    const { deliver, sent, world, counted } = mailWorld();
    world.fault = new MailRefused('BadRequestException');
    await deliver(order);
    world.fault = undefined;
    await deliver(order);
    expect([sent, counted]).toEqual([[], ['MailsRefused']]);
  });
});
