import { describe, expect, test } from 'vitest';
import { helpText, UsageError } from '#scripts/command-line/usage';
import { OPS_COMMANDS, OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { put } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import { memoryTable } from '#tests/support/memory-table';

const effects = () => ({ table: memoryTable(), clock: () => Date.UTC(2026, 10, 21) });

describe('an operator’s command', () => {
  test.each([[], ['nothing'], ['toString'], ['recover-deliveries', 'more'], ['reactivate-registration', 'usr_1']])(
    'that is none, or has other arguments, is answered by the usage: %j %j',
    (...command) => {
      expect(() => opsCommand(command.filter(Boolean))).toThrow(UsageError);
    },
  );

  test('stands in the usage with what it does', () => {
    for (const [name, { summary }] of Object.entries(OPS_COMMANDS)) {
      expect(helpText(OPS_USAGE)).toContain(name);
      expect(helpText(OPS_USAGE)).toContain(summary);
    }
  });

  test('reactivates a registration of the account named, and of no other', async () => {
    const { table, clock } = effects();
    const deactivation = { isActive: false, deactivatedAt: '2026-11-20T00:00:00.000Z', deactivationReason: 'failing' };
    await table.write(put({ ...keys.registration('usr_1', 'whk_1'), ...deactivation }));
    const reactivate = (accountId: string) =>
      opsCommand(['reactivate-registration', accountId, 'whk_1'])({ table, clock });

    await expect(reactivate('usr_2')).rejects.toThrow('The account usr_2 has no registration whk_1.');
    expect(await table.get(keys.registration('usr_1', 'whk_1'))).toMatchObject(deactivation);
    expect(await reactivate('usr_1')).toBe('whk_1 receives again.');
    const registration = await table.get(keys.registration('usr_1', 'whk_1'));
    expect(registration).toMatchObject({ isActive: true });
    expect(registration).not.toHaveProperty('deactivationReason');
  });

  test('says how many deliveries it recovered', async () => {
    expect(await opsCommand(['recover-deliveries'])(effects())).toMatch(/^0 deliveries/);
  });
});
