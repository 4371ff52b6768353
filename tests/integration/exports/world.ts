import { handler as createHandler } from '#functions/api/kyb/create-export';
import { createExport } from '#functions/api/kyb/create-export.contract';
import { handler as readHandler } from '#functions/api/kyb/read-export';
import { readExport } from '#functions/api/kyb/read-export.contract';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { type ApplicantExport, fromExportItem } from '#shared/onboarding/exports/applicant-export';
import { exportKeys } from '#shared/onboarding/exports/keys';
import { type ExportEffects, writeExport } from '#shared/onboarding/exports/write-export';
import { makeLogger } from '#shared/platform/logger';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { memoryFiles } from '#tests/support/memory-files';
import { createWidgetFor, openWalletsFor } from '#tests/support/onboarding';

/** The handler of `GET /v1/kyb/exports/{id}`, with addresses that name key and file. */
export const reading = readHandler.with({
  exportDownloads: async (key, name) => `https://files.example/${key}?name=${name}`,
});

/** `POST /v1/kyb/exports`. */
export const create = endpoint(createExport, createHandler);

const readOne = endpoint(readExport, reading);

/** `GET /v1/kyb/exports/{id}`. */
export const read = (account: Pick<SignedInAccount, 'headers'>, id: string) =>
  readOne(account, { pathParameters: { id } });

/** An account with wallets and a widget in the sandbox. */
export const accountWithWidget = async () => {
  const account = await signedInAccount();
  const [widget] = await Promise.all([createWidgetFor(account), openWalletsFor(account)]);
  return { account, widget };
};

/** A worker of the queue of exports with its own clock, and the files that it stores. */
export const worker = (table: Table = serviceTable()) => {
  const { kept, faults, store } = memoryFiles('exports');
  const lines: Record<string, unknown>[] = [];
  const time = { nowMs: Date.now() };
  const effects: ExportEffects = {
    table,
    exportUploads: store,
    clock: () => time.nowMs,
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
  };
  return {
    ...{ kept, faults, lines, time, effects },
    write: ({ accountId }: { readonly accountId: string }, exportId: string, changed: Partial<ExportEffects> = {}) =>
      writeExport({ accountId, exportId }, { ...effects, ...changed }),
  };
};

/** The stored export. */
export const stored = async (
  { accountId }: { readonly accountId: string },
  exportId: string,
): Promise<ApplicantExport> => {
  const item = await serviceTable().get(exportKeys.export(accountId, exportId));
  if (!item) throw new Error('There is no such export');
  return fromExportItem(item);
};

/** The lines of the file that a completed export names. */
export const linesOf = async (
  owner: { readonly accountId: string },
  exportId: string,
  { kept }: Pick<ReturnType<typeof worker>, 'kept'>,
): Promise<readonly string[]> => {
  const { fileKey } = await stored(owner, exportId);
  const text = Buffer.from(kept.get(fileKey ?? '')?.bytes ?? []).toString();
  if (!text.endsWith('\r\n')) throw new Error('The file does not end with a line break');
  return text.slice(0, -2).split('\r\n');
};

/** Creates an export, has it written, and returns the lines of its file. */
export const exported = async (account: SignedInAccount, filters: Readonly<Record<string, unknown>> = {}) => {
  const { status, body } = await create(account, { body: filters });
  if (status !== 201) throw new Error(`The export was refused: ${JSON.stringify(body)}`);
  const its = worker();
  await its.write(account, body.data.id);
  return { id: String(body.data.id), lines: await linesOf(account, body.data.id, its), its };
};
