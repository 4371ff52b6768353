import { describe, expect, test } from 'vitest';
import { UserError } from '#scripts/local-cloud/user-error';
import { remove, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { newId } from '#shared/platform/ids';
import { seal, sealedKeyId, vaultKeyId } from '#shared/platform/vault';
import { clearanceWrites, clearedText, readClearances } from '#shared/verification/clearances';
import { checkReferences, findEvidence, keepEvidence, openEvidence } from '#shared/verification/evidence-store';
import { foundEntries } from '#shared/verification/listed-entry';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';
import { opsWorld, type Sealed } from './world.ts';

type World = Awaited<ReturnType<typeof opsWorld>>;

/** A world with some sealed texts, whose secret was rotated long enough ago. */
const rotatedWorld = async (count: number): Promise<World & { sealed: Sealed[] }> => {
  const world = await opsWorld();
  const sealed = await world.addSealed(count);
  world.rotate();
  world.pass(11);
  return { ...world, sealed };
};

const expectAllOpen = async (world: World, sealed: readonly Sealed[], vault = world.newestOnly()): Promise<void> => {
  for (const one of sealed) expect(await world.open(one, vault)).toBe(one.opened);
};

/** The table, with an action before the command's n-th write. */
const beforeWrite = ({ table }: World, number: number, act: () => Promise<unknown>): Table => {
  let count = 0;
  return {
    ...table,
    write: async (operation) => {
      count++;
      if (count === number) await act();
      return table.write(operation);
    },
  };
};

describe('reseal-secrets', () => {
  test('seals texts of older keys with the newest one: they open without the older keys, and nothing else has changed', async () => {
    const world = await rotatedWorld(6);
    const before = await Promise.all(world.sealed.map(({ key }) => world.table.get(key)));
    const report = await world.run(['reseal-secrets']);
    expect(report).toMatch(/^6 texts were sealed again with the newest key/);
    expect(report).toContain('0 could not be opened.');
    await expectAllOpen(world, world.sealed);
    const after = await Promise.all(world.sealed.map(({ key }) => world.table.get(key)));
    world.sealed.forEach(({ attribute }, index) => {
      expect(after[index]).toStrictEqual({ ...before[index], [attribute]: after[index]?.[attribute] });
    });
  });

  test('finds texts of several keys, and says how many were sealed with each', async () => {
    const world = await opsWorld();
    const first = await world.addSealed(3);
    const firstKey = world.newestId();
    world.rotate();
    const second = await world.addSealed(2);
    const secondKey = world.newestId();
    world.rotate();
    const third = await world.addSealed(4);
    const report = await world.run(['reseal-secrets']);
    expect(report).toMatch(/^5 texts were/);
    expect(report).toContain(`3 were sealed with key ${firstKey}`);
    expect(report).toContain(`2 were sealed with key ${secondKey}`);
    expect(report).toContain('4 were already sealed with it');
    await expectAllOpen(world, [...first, ...second, ...third]);
  });

  test('a second run writes nothing', async () => {
    const world = await rotatedWorld(4);
    await world.run(['reseal-secrets']);
    expect(world.writes).toHaveLength(4);
    expect(await world.run(['reseal-secrets'])).toMatch(/^0 texts were/);
    expect(world.writes).toHaveLength(4);
  });

  test('a dry run reports the same and writes nothing', async () => {
    const world = await rotatedWorld(4);
    const report = await world.run(['reseal-secrets'], { 'dry-run': true });
    expect(report).toMatch(/^4 texts would be sealed again/);
    expect(report).toMatch(/must stay, 4 texts are sealed with it/);
    expect(world.writes).toEqual([]);
  });

  test('an interrupted run is completed by the next one', async () => {
    const world = await rotatedWorld(6);
    const broken = beforeWrite(world, 3, () => Promise.reject(new Error('The terminal was closed')));
    await expect(world.run(['reseal-secrets'], {}, { table: broken })).rejects.toThrow('The terminal was closed');
    await world.run(['reseal-secrets']);
    await expectAllOpen(world, world.sealed);
  });

  test('two runs at once seal everything once', async () => {
    const world = await rotatedWorld(12);
    const reports = await Promise.all([world.run(['reseal-secrets']), world.run(['reseal-secrets'])]);
    const counts = reports.map((report) => Number(/^\d+/.exec(report)?.[0]));
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(12);
    await expectAllOpen(world, world.sealed);
  });
});

test('reseal-secrets seals evidence of checks and clearances again, byte for byte', async () => {
  const world = await opsWorld();
  const { vault } = world.state.secrets;
  const applicant = { accountId: newId('usr', world.state.nowMs), id: newId('app', world.state.nowMs) };
  const verificationReference = checkReferences(world.state.nowMs)();
  const listed = { list: 'ng_nigsac', entity: 'Ọ̀ṣun Mills', url: null };
  const { entries } = foundEntries([{ topic: 'sanctions', listedId: 'Q1', listed, matchScore: 1 }]);
  const evidence = { compared: { businessName: 'Ọ̀ṣun Mills' }, answered: {}, entries: [...entries] };
  const check = { accountId: applicant.accountId, applicantId: applicant.id, verificationReference };
  const kept = keepEvidence([{ ...check, evidence }], { vault, retentionDays: 30 }, world.state.nowMs);
  const [entry] = entries;
  if (!kept || !entry) throw new Error('Nothing was kept');
  const clearing = { entry, verificationReference, reason: 'Another place.', by: 'usr_1', replaces: undefined };
  await world.table.write(kept);
  await world.table.transact(clearanceWrites(applicant, clearing, vault, world.state.nowMs).operations);

  world.rotate();
  world.pass(11);
  await world.run(['reseal-secrets']);
  const newest = async () => world.newestOnly();
  const opened = await openEvidence(await findEvidence(world.table, [check]), newest, world.state.nowMs);
  expect(opened.get(verificationReference)).toEqual(evidence);
  const [clearance] = await readClearances(world.table, applicant);
  expect(clearance && (await clearedText(clearance, newest))).toMatchObject({ name: 'Ọ̀ṣun Mills', entity: 'Q1' });
});

describe('reseal-secrets, while others work', () => {
  test('a secret that its owner replaces in the meantime stays replaced', async () => {
    const world = await rotatedWorld(1);
    const [{ id, key, attribute }] = world.sealed as [Sealed];
    const replaced = seal('whsec_new', id, world.state.secrets.vault);
    const table = beforeWrite(world, 1, () =>
      world.table.write(update(key, { set: { [attribute]: replaced }, when: { pk: 'exists' } })),
    );
    const report = await world.run(['reseal-secrets'], {}, { table });
    expect(report).toContain('1 were already sealed with it');
    expect((await world.table.get(key))?.[attribute]).toBe(replaced);
  });

  test('a secret that a function with the older key replaces is sealed again', async () => {
    const world = await rotatedWorld(1);
    const [{ id, key, attribute }] = world.sealed as [Sealed];
    const [before] = world.state.secrets.vault.older ?? [];
    if (!before) throw new Error('It was not rotated');
    const replaced = seal('whsec_new', id, { current: before });
    const table = beforeWrite(world, 1, () =>
      world.table.write(update(key, { set: { [attribute]: replaced }, when: { pk: 'exists' } })),
    );
    await world.run(['reseal-secrets'], {}, { table });
    expect(await world.open(world.sealed[0] as Sealed, world.newestOnly())).toBe('whsec_new');
  });

  test('an item that is deleted in the meantime stays deleted', async () => {
    const world = await rotatedWorld(2);
    const [{ key }] = world.sealed as [Sealed];
    const table = beforeWrite(world, 1, () => world.table.write(remove(key)));
    // Whichever of the two is written first, the deleted one is not created again.
    await world.run(['reseal-secrets'], {}, { table });
    expect(await world.table.get(key)).toBeUndefined();
    await expectAllOpen(world, world.sealed.slice(1));
  });

  test('a secret that is rotated in the meantime: everything is sealed with the key that is newest at the end', async () => {
    const world = await rotatedWorld(8);
    let fresh: Sealed | undefined;
    const table = beforeWrite(world, 4, async () => {
      world.rotate();
      fresh = await world.addSealedWidget();
    });
    await world.run(['reseal-secrets'], {}, { table });
    expect(world.said).toContainEqual(expect.stringContaining('rotated during the scan'));
    await expectAllOpen(world, [...world.sealed, ...(fresh ? [fresh] : [])]);
    expect(world.state.secrets.vault.older).toHaveLength(2);
  });
});

describe('reseal-secrets, if something cannot be opened', () => {
  const damage = async (world: World, { key, attribute }: Sealed, sealed: unknown): Promise<void> => {
    await world.table.write(update(key, { set: { [attribute]: sealed }, when: { pk: 'exists' } }));
  };

  test('seals the rest, leaves it unchanged, and fails with its owner and the id of its key, never its text', async () => {
    const world = await rotatedWorld(6);
    const [foreign, borrowed, malformed, number] = world.sealed as [Sealed, Sealed, Sealed, Sealed];
    const gone = freshSecret();
    const sealedByGone = seal('whsec_lost', foreign.id, gone);
    const ofAnother = seal('whsec_theirs', 'wgt_another', world.state.secrets.vault);
    await damage(world, foreign, sealedByGone);
    await damage(world, borrowed, ofAnother);
    await damage(world, malformed, 'v1.rubbish');
    await damage(world, number, 7);

    const failure = await world.run(['reseal-secrets']).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    const { message } = failure as Error;
    expect(message).toMatch(/^2 texts were sealed again/);
    expect(message).toContain('4 could not be opened');
    expect(message).toContain(`1 sealed with key ${vaultKeyId(gone.current)} (not in the secret)`);
    expect(message).toContain(`1 sealed with key ${sealedKeyId(ofAnother)}`);
    expect(message).toContain('2 that are not in the form of a sealed text');
    for (const { id } of [foreign, borrowed, malformed, number]) expect(message).toContain(id);
    for (const text of [sealedByGone, ofAnother, 'v1.rubbish', 'whsec_']) expect(message).not.toContain(text);

    expect((await world.table.get(foreign.key))?.[foreign.attribute]).toBe(sealedByGone);
    expect((await world.table.get(borrowed.key))?.[borrowed.attribute]).toBe(ofAnother);
    await expectAllOpen(world, world.sealed.slice(4));
  });

  test('an older key that a damaged text names must stay', async () => {
    const world = await rotatedWorld(1);
    const [one] = world.sealed as [Sealed];
    const sealed = String((await world.table.get(one.key))?.[one.attribute]);
    await damage(world, one, `${sealed.slice(0, -4)}AAAA`);
    await expect(world.run(['reseal-secrets'])).rejects.toThrow(/must stay, 1 text names it but cannot be opened/);
    expect(await world.run(['prune-secret', 'vault'])).toMatch(/must stay, 1 text names it/);
    expect(world.state.secrets.vault.older).toHaveLength(1);
  });
});
