import { expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { evidenceKeysOf, removeEvidence } from '#shared/verification/erase-evidence';
import { assess } from './run.ts';
import { applicantOf, submitted } from './submissions.ts';

test("The evidence of an applicant's checks is found by one query and deleted, any number of times", async () => {
  const [submission, other] = await Promise.all([submitted(), submitted()]);
  await Promise.all([assess(submission), assess(other)]);
  const table = serviceTable();
  const [applicant, others] = await Promise.all([applicantOf(submission), applicantOf(other)]);
  const keys = await evidenceKeysOf(table, applicant, 25);
  expect(keys).toHaveLength(1);
  expect(await evidenceKeysOf(table, { ...applicant, accountId: others.accountId }, 25)).toEqual([]);
  for (let call = 0; call < 2; call++) {
    for (const key of keys) expect(await table.write(removeEvidence(key))).toMatchObject({ written: true });
  }
  expect(await evidenceKeysOf(table, applicant, 25)).toEqual([]);
  expect(await evidenceKeysOf(table, others, 25)).toHaveLength(1);
});
