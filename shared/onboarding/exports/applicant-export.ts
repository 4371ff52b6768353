import * as v from 'valibot';
import { type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { CREATORS } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import { APPLICANT_STATUSES } from '#shared/onboarding/applicants/applicant-states';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { DAY_MS } from '#shared/platform/calendar';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { isId, newId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { wholeNumber } from '#shared/platform/whole-number';
import { exportKeys } from './keys.ts';

/** How long an export and its file are kept after its creation. */
const KEPT_MS = DAY_MS;

/** How long writing an export is retried after its creation: longer than outages last. */
const WRITE_WITHIN_MS = 6 * 60 * 60_000;

/** The statuses of an export. */
export const EXPORT_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;

/** The status of an export. */
type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** The statuses of an export that has not ended. */
const OPEN = ['pending', 'running'] as const satisfies readonly ExportStatus[];

/** Why an export failed, each with its meaning for the account. */
export const EXPORT_FAILURES = {
  range_too_long: 'the filters search more applicants than they can: choose a shorter period',
  too_many_rows: 'more than 100,000 applicants match: choose a shorter period',
  file_too_large: 'the file would be larger than 32 MB: choose a shorter period',
  timed_out: 'the export was not written within 6 hours: create another one',
} as const;

/** Why an export failed. */
export type ExportFailure = keyof typeof EXPORT_FAILURES;

const FAILURES = Object.keys(EXPORT_FAILURES) as ExportFailure[];

const filtersSchema = v.object({
  widgetId: v.optional(v.string()),
  status: v.optional(v.picklist(APPLICANT_STATUSES)),
  referenceId: v.optional(v.string()),
  environment: v.optional(v.picklist(ENVIRONMENTS)),
  createdBy: v.optional(v.picklist(CREATORS)),
  tag: v.optional(v.string()),
  search: v.optional(v.string()),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
});

/** The filters of an export. */
export type ExportFilters = v.InferOutput<typeof filtersSchema>;

const exportSchema = v.object({
  /** `exp_` */
  id: v.string(),
  accountId: v.string(),
  /**
   * The environments that its creator could reach, or the requested one. A caller that cannot reach all of them does
   * not find the export.
   */
  environments: v.array(v.picklist(ENVIRONMENTS)),
  filters: filtersSchema,
  /** The number of the requested widget in the account. */
  widgetNumber: v.nullable(v.number()),
  status: v.picklist(EXPORT_STATUSES),
  /** Applicants written so far, and in total; null before they are counted. */
  done: wholeNumber,
  total: v.nullable(wholeNumber),
  failureReason: v.nullable(v.picklist(FAILURES)),
  /** The key of its file, below the prefix of exports. */
  fileKey: v.nullable(v.string()),
  createdAt: v.string(),
  completedAt: v.nullable(v.string()),
  expiresAt: v.string(),
});

/** An export: a list of applicants that is written to a file. */
export type ApplicantExport = v.InferOutput<typeof exportSchema>;

/** A stored export, parsed. */
export const fromExportItem = (item: Item): ApplicantExport => v.parse(exportSchema, item);

/**
 * A new export of the applicants within a scope that pass these filters. @param widget the widget that the filters
 * name.
 */
export const newExport = (
  { accountId, environments }: Pick<Scope, 'accountId' | 'environments'>,
  filters: ExportFilters,
  widget: Pick<Widget, 'number'> | undefined,
  nowMs: number,
): ApplicantExport => ({
  id: newId('exp', nowMs),
  accountId,
  environments: [...environments],
  filters,
  widgetNumber: widget?.number ?? null,
  status: 'pending',
  done: 0,
  total: null,
  failureReason: null,
  fileKey: null,
  createdAt: isoTime(nowMs),
  completedAt: null,
  expiresAt: isoTime(nowMs + KEPT_MS),
});

const givenUpAtMs = ({ createdAt }: ApplicantExport): number => Date.parse(createdAt) + WRITE_WITHIN_MS;

const hasOpenStatus = ({ status }: ApplicantExport): boolean => OPEN.some((open) => open === status);

/** Whether an export has not ended. */
export const isOpen = (made: ApplicantExport, nowMs: number): boolean =>
  hasOpenStatus(made) && nowMs < givenUpAtMs(made);

/** An export as of a given time: one that was not completed in time has failed. */
const exportAt = (made: ApplicantExport, nowMs: number): ApplicantExport =>
  hasOpenStatus(made) && !isOpen(made, nowMs) ? { ...made, status: 'failed', failureReason: 'timed_out' } : made;

/**
 * The writes that create an export and start writing it. While another export of the account is being written, `running`
 * refuses, and the item that it found has that export's `exportId`.
 */
export const creationWrites = (
  made: ApplicantExport,
  nowMs: number,
): Readonly<Record<'export' | 'running' | 'requested', WriteOperation>> => {
  const { id, accountId, environments, expiresAt } = made;
  const expiresAtSeconds = unixSeconds(Date.parse(expiresAt));
  return {
    export: put({ ...exportKeys.export(accountId, id), ...made, expiresAtSeconds }),
    running: put(
      { ...exportKeys.running(accountId), exportId: id, untilMs: givenUpAtMs(made), expiresAtSeconds },
      { untilMs: { missingOr: { atMost: nowMs } } },
    ),
    requested: emit(
      {
        type: 'kyb.export.requested',
        accountId,
        environment: environments[0] ?? 'live',
        widgetId: null,
        data: { exportId: id },
      },
      nowMs,
    ),
  };
};

/**
 * The write that records the progress of an export. It refuses when the export has ended or another worker is further;
 * the latter is no reason to stop.
 */
export const progressWrite = ({ accountId, id }: ApplicantExport, done: number, total: number): WriteOperation =>
  update(exportKeys.export(accountId, id), {
    set: { status: 'running', done, total },
    when: { status: { oneOf: OPEN }, done: { atMost: done } },
  });

/** How an export ended. */
export type ExportEnd =
  | { readonly status: 'completed'; readonly rows: number; readonly fileKey: string }
  | { readonly status: 'failed'; readonly failureReason: ExportFailure };

/**
 * The writes that end an export and let the account create another one. They refuse when the export has ended before.
 */
export const endWrites = (
  { accountId, id }: ApplicantExport,
  end: ExportEnd,
  nowMs: number,
): Readonly<Record<'export' | 'running', WriteOperation>> => ({
  export: update(exportKeys.export(accountId, id), {
    set:
      end.status === 'completed'
        ? { status: end.status, done: end.rows, total: end.rows, fileKey: end.fileKey, completedAt: isoTime(nowMs) }
        : { status: end.status, failureReason: end.failureReason },
    when: { status: { oneOf: OPEN } },
  }),
  running: remove(exportKeys.running(accountId), { exportId: { equals: id } }),
});

/**
 * Finds an export; undefined when there is none, it has expired, or the scope does not reach all of its environments.
 */
export const findExport = async (
  table: ItemReader,
  { accountId, environments }: Scope,
  exportId: string,
  nowMs: number,
): Promise<ApplicantExport | undefined> => {
  if (!isId('exp', exportId)) return undefined;
  const item = await table.get(exportKeys.export(accountId, exportId));
  if (!item) return undefined;
  const found = fromExportItem(item);
  const isReached = found.environments.every((one) => environments.includes(one));
  return isReached && nowMs < Date.parse(found.expiresAt) ? exportAt(found, nowMs) : undefined;
};
