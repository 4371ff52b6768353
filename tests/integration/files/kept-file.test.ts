import { describe, expect, test, vi } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { writeAll } from '#shared/db/write-all';
import { ApiError } from '#shared/errors/api-error';
import { withKeptFiles } from '#shared/files/kept-file';
import { fileKeys } from '#shared/files/keys';
import type { Claim } from '#shared/http/idempotency/claim-key';
import type { Commit } from '#shared/http/idempotency/commit';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { ObjectStoreUnavailable } from '#shared/platform/object-store';
import { memoryFiles } from '#tests/support/memory-files';
import { sweepOnly } from '#tests/support/swept-files';

const table = serviceTable();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Where a function dies: before or after each of its calls, in order. */
const STEPS = ['claim', 'schedule', 'put', 'commit'] as const;
type Death = `${'before' | 'after'} ${(typeof STEPS)[number]}`;
const DEATHS: readonly Death[] = STEPS.flatMap((step) => [`before ${step}`, `after ${step}`] as const);

class Killed extends Error {}

/** The claim of a request without a key. */
const claimNothing: Claim = async () => ({ written: true });

/** The upload of one file with its own record, begun two hours ago unless stated otherwise. */
const upload = (beganMs = Date.now() - 2 * HOUR_MS) => {
  const files = memoryFiles('verifications');
  const id = newId('doc', Date.now());
  const key = `usr_test/sandbox/${id}`;
  const recordKey = { pk: `TESTRECORD#${id}`, sk: 'RECORD' };
  const lines: string[] = [];

  /**
   * @param meanwhile what happens between the file and its record.
   * @param early the claim of its key, and what happens between the claim and the file.
   */
  const run = (
    death?: Death,
    meanwhile: () => Promise<unknown> = async () => undefined,
    { claim = claimNothing, before = async () => undefined }: { claim?: Claim; before?: () => Promise<unknown> } = {},
  ) => {
    const dying = async <T>(step: (typeof STEPS)[number], call: () => Promise<T>): Promise<T> => {
      if (death === `before ${step}`) throw new Killed();
      const result = await call();
      if (death === `after ${step}`) throw new Killed();
      return result;
    };
    const commit: Commit<string> = async (operations) => {
      await meanwhile();
      return dying('commit', () => writeAll(table, operations));
    };
    const effects = {
      files: {
        ...files.store,
        put: (file: Parameters<typeof files.store.put>[0]) => dying('put', () => files.store.put(file)),
      },
      repeatable: {
        write: (operation: Parameters<Table['write']>[0]) => dying('schedule', () => table.write(operation)),
      },
      claim: (() => dying('claim', () => claim())) as Claim,
      commit,
      log: makeLogger({}, (line) => lines.push(line)),
    };
    const file = { key, mimeType: 'application/pdf', bytes: Buffer.from('%PDF-') };
    return withKeptFiles([file], effects, beganMs, async (commitKeeping) => {
      await before();
      return commitKeeping({ record: put(recordKey) }, 'response');
    });
  };

  return {
    ...{ files, key, run, lines },
    sweep: (more: Parameters<typeof sweepOnly>[2] = {}, remove = files.store.remove) => sweepOnly([key], remove, more),
    isKept: () => files.kept.has(key),
    isRecorded: async () => (await table.get(recordKey)) !== undefined,
    removal: () => table.get(fileKeys.removal(key)),
  };
};

type Upload = ReturnType<typeof upload>;

/** An upload that died once its file was put, so that its removal is due. */
const left = async (): Promise<Upload> => {
  const one = upload();
  await expect(one.run('after put')).rejects.toThrow(Killed);
  expect(one.isKept()).toBe(true);
  return one;
};

describe('An upload', () => {
  test('that succeeds keeps its file and leaves no removal', async () => {
    const one = upload();
    expect(await one.run()).toEqual({ written: true });
    await one.sweep();
    expect([one.isKept(), await one.isRecorded(), await one.removal()]).toEqual([true, true, undefined]);
  });

  test.each(DEATHS)('that dies %s leaves both file and record, or neither', async (death) => {
    const one = upload();
    await expect(one.run(death)).rejects.toThrow(Killed);
    await one.sweep();
    const stands = death === 'after commit';
    expect([one.isKept(), await one.isRecorded(), await one.removal()]).toEqual([stands, stands, undefined]);
  });

  test('that cannot tell whether its file was put leaves neither', async () => {
    const one = upload();
    const put = async () => {
      one.files.kept.set(one.key, { key: one.key, mimeType: 'application/pdf', bytes: Buffer.from('%PDF-') });
      throw new ObjectStoreUnavailable('timed out');
    };
    Object.assign(one.files.store, { put });
    await expect(one.run()).rejects.toThrow(ObjectStoreUnavailable);
    await one.sweep();
    expect([one.isKept(), await one.isRecorded(), await one.removal()]).toEqual([false, false, undefined]);
  });

  test('that is refused removes its file and its removal at once', async () => {
    const one = upload();
    const refuse = () => Promise.reject(new ApiError('SESSION_NOT_FOUND'));
    await expect(one.run(undefined, refuse)).rejects.toThrow(ApiError);
    expect([one.isKept(), await one.removal(), one.lines]).toEqual([false, undefined, []]);
  });

  test('whose key another request has puts no file and leaves no removal', async () => {
    const one = upload();
    const taken = () => Promise.reject(new ApiError('IDEMPOTENCY_IN_PROGRESS'));
    const before = vi.fn(async () => undefined);
    await expect(one.run(undefined, undefined, { claim: taken, before })).rejects.toThrow(ApiError);
    expect([one.isKept(), await one.removal(), before.mock.calls]).toEqual([false, undefined, []]);
  });

  test('that is refused before its file is put removes nothing of the store', async () => {
    const one = upload();
    const remove = vi.spyOn(one.files.store, 'remove');
    const before = () => Promise.reject(new ApiError('SOURCE_UNAVAILABLE'));
    await expect(one.run(undefined, undefined, { before })).rejects.toThrow(ApiError);
    expect([remove.mock.calls, await one.removal()]).toEqual([[], undefined]);
  });

  test('that is refused while its file cannot be removed leaves this to the sweep, and says so', async () => {
    const one = upload();
    const { remove } = one.files.store;
    Object.assign(one.files.store, { remove: () => Promise.reject(new ObjectStoreUnavailable('503')) });
    await expect(one.run(undefined, () => Promise.reject(new ApiError('SESSION_NOT_FOUND')))).rejects.toThrow(ApiError);
    expect(one.lines.map((line) => JSON.parse(line).code)).toEqual(['FILE_NOT_REMOVED']);
    await one.sweep({}, remove);
    expect([one.isKept(), await one.removal()]).toEqual([false, undefined]);
  });

  test('in progress is not swept for an hour', async () => {
    const beganMs = Date.now();
    const one = upload(beganMs);
    const sweep = () => one.sweep({ nowMs: beganMs + 59 * MINUTE_MS });
    expect(await one.run(undefined, sweep)).toEqual({ written: true });
    expect(one.isKept()).toBe(true);
  });

  test('that writes its record after the sweep is refused, and no record names the removed file', async () => {
    const one = upload();
    await expect(one.run(undefined, () => one.sweep())).rejects.toThrow(ObjectStoreUnavailable);
    expect([one.isKept(), await one.isRecorded()]).toEqual([false, false]);
  });

  test('that writes its record while the sweep removes its file is refused as well', async () => {
    const one = upload();
    let swept: Promise<void> = Promise.resolve();
    const meanwhile = () =>
      new Promise<void>((removing) => {
        swept = one.sweep({}, async (key) => {
          removing();
          await one.files.store.remove(key);
        });
      });
    await expect(one.run(undefined, meanwhile)).rejects.toThrow(ObjectStoreUnavailable);
    await swept;
    expect([one.isKept(), await one.isRecorded()]).toEqual([false, false]);
  });

  test("that writes its record between a sweep's read and its first write keeps its file", async () => {
    const one = upload();
    const late: Table = {
      ...table,
      write: async (operation) => {
        await one.run('after commit').catch(() => undefined);
        return table.write(operation);
      },
    };
    await expect(one.run('after put')).rejects.toThrow(Killed);
    await one.sweep({ table: late });
    expect([one.isKept(), await one.isRecorded(), await one.removal()]).toEqual([true, true, undefined]);
  });
});

describe('An upload of several files', () => {
  const several = (count: number) => {
    const { store, kept, faults } = memoryFiles('disputes');
    const id = newId('doc', Date.now());
    const keys = Array.from({ length: count }, (_, index) => `usr_test/sandbox/${id}-${index}`);
    const record = { pk: `TESTRECORD#${id}`, sk: 'RECORD' };
    const run = (write: (commit: Commit<string>) => Promise<unknown>) => {
      const effects = {
        files: store,
        repeatable: table,
        claim: claimNothing,
        commit: ((operations) => writeAll(table, operations)) as Commit<string>,
        log: makeLogger({}, () => {}),
      };
      const files = keys.map((key) => ({ key, mimeType: 'application/pdf', bytes: Buffer.from('%PDF-') }));
      return withKeptFiles(files, effects, Date.now() - 2 * HOUR_MS, write);
    };
    return {
      ...{ kept, faults, keys, run },
      recording: (commit: Commit<string>) => commit({ record: put(record) }, 'response'),
      isRecorded: async () => (await table.get(record)) !== undefined,
      removal: () => table.get(fileKeys.removal(keys[0] ?? id)),
      sweep: () => sweepOnly([keys[0] ?? id], store.remove),
    };
  };

  test('keeps all of them with their record', async () => {
    const one = several(5);
    expect(await one.run(one.recording)).toEqual({ written: true });
    await one.sweep();
    expect([[...one.kept.keys()], await one.isRecorded(), await one.removal()]).toEqual([one.keys, true, undefined]);
  });

  test('that is refused removes all of them at once', async () => {
    const one = several(3);
    await expect(one.run(() => Promise.reject(new ApiError('DISPUTE_EXISTS')))).rejects.toThrow(ApiError);
    expect([one.kept.size, await one.removal()]).toEqual([0, undefined]);
  });

  test('one of which cannot be put has no record, and leaves none of them', async () => {
    const one = several(3);
    one.faults.push(new ObjectStoreUnavailable('503'));
    await expect(one.run(one.recording)).rejects.toThrow(ObjectStoreUnavailable);
    expect([one.kept.size, await one.isRecorded()]).toEqual([2, false]);
    await one.sweep();
    expect([one.kept.size, await one.removal()]).toEqual([0, undefined]);
  });

  test('that has no file only writes the record', async () => {
    const one = several(0);
    expect(await one.run(one.recording)).toEqual({ written: true });
    expect([await one.isRecorded(), await one.removal()]).toEqual([true, undefined]);
  });
});

describe('A sweep', () => {
  test('at the same moment as two others removes each file once', async () => {
    const one = await left();
    const removed: string[] = [];
    const remove = async (key: string) => void removed.push(key);
    await Promise.all([one.sweep({}, remove), one.sweep({}, remove), one.sweep({}, remove)]);
    expect([removed, await one.removal()]).toEqual([[one.key], undefined]);
  });

  test('that is repeated finds nothing', async () => {
    const one = await left();
    await one.sweep();
    const removed: string[] = [];
    await one.sweep({}, async (key) => void removed.push(key));
    expect(removed).toEqual([]);
  });

  test.each(['before', 'after'] as const)('that dies %s it removes is replaced ten minutes later', async (when) => {
    const one = await left();
    const remove = async (key: string) => {
      if (when === 'after') await one.files.store.remove(key);
      throw new Killed();
    };
    await expect(one.sweep({}, remove)).rejects.toThrow(Killed);
    const removed: string[] = [];
    await one.sweep({}, async (key) => void removed.push(key));
    expect(removed).toEqual([]);
    await one.sweep({ nowMs: Date.now() + 11 * MINUTE_MS });
    expect([one.isKept(), await one.removal()]).toEqual([false, undefined]);
  });

  test('during a long outage of the store fails each time, blocks nothing else, and finishes afterwards', async () => {
    const [stuck, other] = [await left(), await left()];
    const remove = async (key: string) => {
      if (key === stuck.key) throw new ObjectStoreUnavailable('503');
      await other.files.store.remove(key);
    };
    for (let run = 0; run < 3; run++) {
      const nowMs = Date.now() + run * 11 * MINUTE_MS;
      await expect(sweepOnly([stuck.key, other.key], remove, { nowMs })).rejects.toThrow(ObjectStoreUnavailable);
    }
    expect([stuck.isKept(), other.isKept()]).toEqual([true, false]);
    await stuck.sweep({ nowMs: Date.now() + 40 * MINUTE_MS });
    expect([stuck.isKept(), await stuck.removal()]).toEqual([false, undefined]);
  });
});
