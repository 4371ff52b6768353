import { closeSync, openSync, writeSync } from 'node:fs';
import { UserError } from '#scripts/local-cloud/user-error';
import { FAMILY_DATA, familyOfItem } from '#scripts/privacy/stored-data';
import { addressKeys } from '#shared/addresses/keys';
import type { Item, Key } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { directCheckKeys } from '#shared/direct-checks/keys';
import { verificationsOfApplicant } from '#shared/direct-checks/verifications-of-applicant';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { assessmentSpans, mayHaveGaps } from '#shared/onboarding/erasure/erased-spans';
import { noteLists } from '#shared/onboarding/notes/keys';
import { attachmentKey, fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { FILE_PREFIXES } from '#shared/platform/capabilities';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { evidenceLists } from '#shared/verification/keys';
import { walletKeys } from '#shared/wallet/keys';
import { makeAuditedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { applicantNamed } from './erase-applicant.ts';
import { exportedItem } from './exported-item.ts';
import { accessOf } from './named-account.ts';
import { scanTable } from './scan.ts';
import type { StoredFile } from './stage-files.ts';

/** What an operator requested. */
export interface ExportRequest {
  /** `usr_` or `app_` */
  readonly subjectId: string;
  /** The path of the new file. */
  readonly path: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
  readonly unitsPerSecond: number;
}

type Effects = Pick<OpsEffects, 'table' | 'clock' | 'readSegment' | 'wait' | 'say' | 'files' | 'vault'>;

/** Everything that is stored about a subject, a part at a time. */
interface Source {
  readonly items: (visit: (item: Item) => Promise<void>) => Promise<void>;
  readonly files: () => AsyncIterable<StoredFile>;
}

/** Only its owner may read the file. */
const PRIVATE = 0o600;

/** Creates a file that does not exist. */
const newFile = (path: string): number => {
  try {
    return openSync(path, 'wx', PRIVATE);
  } catch (error) {
    throw new UserError(`${path} cannot be created: ${(error as NodeJS.ErrnoException).code}.`);
  }
};

const reportOf = (done: string, counts: ReadonlyMap<string, number>): string =>
  [`${done}:`, ...[...counts].sort().map(([what, count]) => `  ${what}: ${count}`)].join('\n');

/** Records that personal data was exported, before it is. */
const audit = async ({ subjectId, dryRun, userName }: ExportRequest, effects: Effects): Promise<void> => {
  const action = isId('app', subjectId) ? 'applicant.exported' : 'account.exported';
  const change = {
    state: {},
    records: {},
    plan: () => ({ done: '', change: { operations: {}, before: null, after: null } }),
  };
  await makeAuditedChange({ action, target: subjectId, dryRun, userName }, change, effects);
};

/** Writes a JSON document item by item, so that an export of any size needs no more memory than a page. */
const writeExport = async (request: ExportRequest, source: Source, effects: Effects): Promise<string> => {
  const { subjectId, path, dryRun } = request;
  const { clock, vault } = effects;
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const file = dryRun ? undefined : newFile(path);
  const write = (text: string): void => {
    if (file !== undefined) writeSync(file, text);
  };
  const listed = () => {
    let separator = '\n';
    return (value: unknown): void => {
      write(`${separator}${JSON.stringify(value)}`);
      separator = ',\n';
    };
  };
  try {
    await audit(request, effects);
    write(`{"subjectId":${JSON.stringify(subjectId)},"exportedAt":"${isoTime(clock())}","items":[`);
    const addItem = listed();
    await source.items(async (item) => {
      const family = familyOfItem(item);
      if (!FAMILY_DATA[family].isExported) return;
      count(family);
      if (!dryRun) addItem(await exportedItem(item, vault, clock()));
    });
    write('],"files":[');
    const addFile = listed();
    for await (const stored of source.files()) {
      count('files');
      addFile(stored);
    }
    write(']}\n');
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return dryRun ? reportOf(`${subjectId} has (dry run)`, counts) : reportOf(`${path} has of ${subjectId}`, counts);
};

/** Reads a partition, page by page. */
const visitPartition = async (table: Table, partition: string, visit: (item: Item) => Promise<void>): Promise<void> => {
  let after: Record<string, unknown> | undefined;
  do {
    const page = await table.query({ partition, ...(after && { after }) });
    for (const item of page.items) await visit(item);
    after = page.next;
  } while (after);
};

/** Visits the wallets of an account, each before its ledger: what is settled meanwhile is in both instead of in neither. */
const visitWallets = async (table: Table, accountId: string, visit: (item: Item) => Promise<void>): Promise<void> => {
  for (const environment of ENVIRONMENTS) {
    const { pk, sk } = walletKeys.wallet(accountId, environment);
    const wallet = await table.get({ pk, sk });
    if (wallet) await visit(wallet);
    await visitPartition(table, pk, async (item) => {
      if (item.sk !== sk) await visit(item);
    });
  }
};

/**
 * Writes everything that is stored of an account to a file, as JSON: its own data, and that of its applicants. Secrets
 * and hashes are left out, evidence is opened, and files are listed by their keys. It leaves an audit entry.
 *
 * @returns how much of each family it wrote.
 * @throws UserError when there is no such account, or the file cannot be created.
 */
export const exportAccount = async (request: ExportRequest, effects: Effects): Promise<string> => {
  const { subjectId: accountId, unitsPerSecond } = request;
  await accessOf(effects.table, accountId);
  const settings = { filter: { accountId }, unitsPerSecond, progress: () => 'exporting' };
  const source: Source = {
    items: async (visit) => {
      await visitWallets(effects.table, accountId, visit);
      await scanTable(settings, effects, async (item) => {
        if (familyOfItem(item) !== 'wallet') await visit(item);
      });
    },
    files: async function* () {
      for (const prefix of FILE_PREFIXES) yield* effects.files.list(`${prefix}/${accountId}/`);
    },
  };
  return writeExport(request, source, effects);
};

/**
 * Writes everything that is stored about an applicant to a file, as {@link exportAccount} does.
 *
 * @returns how much of each family it wrote.
 * @throws UserError when there is no such applicant, or the file cannot be created.
 */
export const exportApplicant = async (request: ExportRequest, effects: Effects): Promise<string> => {
  const { table, clock, files } = effects;
  const { applicant } = await applicantNamed(table, request.subjectId);
  const { id, accountId, environment, sessionId, timeline, createdAt, erasedAt = isoTime(clock()) } = applicant;
  const spans = assessmentSpans({ timeline, createdAt, erasedAt, hasGaps: mayHaveGaps(timeline) });
  const visitKeys = async (keys: readonly Key[], visit: (item: Item) => Promise<void>): Promise<void> => {
    for (const key of keys) {
      const item = await table.get(key);
      if (item) await visit(item);
    }
  };
  const source: Source = {
    items: async (visit) => {
      await visitKeys([applicantKeys.applicant(id), embedSessionKeys.embedSession(sessionId)], visit);
      await visitPartition(table, noteLists.notes(accountId, id), visit);
      await visitPartition(table, evidenceLists.evidence(accountId, id), visit);
      const found = await verificationsOfApplicant(table, { accountId, environment, applicantId: id }, spans);
      await visitKeys(
        [
          ...found.checks.map((check) =>
            directCheckKeys.directCheck(accountId, environment, check.verificationReference),
          ),
          ...found.visits.map(({ reference }) => addressKeys.verification(reference)),
        ],
        visit,
      );
    },
    files: async function* () {
      const session = await table.get(embedSessionKeys.embedSession(sessionId));
      const attached = session ? Object.values(fromEmbedSessionItem(session).attachments).flat() : [];
      for (const file of attached) yield* files.list(`attachments/${attachmentKey(applicant, file.id)}`);
    },
  };
  return writeExport(request, source, effects);
};
