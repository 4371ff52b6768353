import * as v from 'valibot';
import { type Condition, type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { NOT_DELETED } from '#shared/db/soft-deletion';
import { isId } from '#shared/platform/ids';
import { widgetKeys } from './keys.ts';
import type { Widget } from './widget.ts';

/*
 * The intake of a widget is a small item beside it, which every new applicant changes: with its configuration, the
 * widget itself has several kilobytes and a place in a list (docs/decisions/0106). What the intake repeats of the
 * widget changes in the same transaction as the widget.
 */

const intakeSchema = v.object({
  /** The number of applicants ever created under the widget. */
  applicantCount: v.number(),
});

/** How many applicants a widget has. */
export type Intake = v.InferOutput<typeof intakeSchema>;

const fromIntakeItem = (item: Item): Intake => v.parse(intakeSchema, item);

/** The record of a widget's intake, for transactions that read it first. */
export const intakeRecord = (widgetId: string): StoredRecord<Intake> => ({
  key: widgetKeys.intake(widgetId),
  from: fromIntakeItem,
  // The write also refuses when the widget no longer accepts applicants.
  hasMoved: (latest, read) => latest.applicantCount !== read?.applicantCount,
});

/** Reads the intake of an account's widget, deleted or not; undefined when the account has no such widget. */
export const findIntake = async (
  table: Pick<ItemReader, 'get'>,
  accountId: string,
  widgetId: string,
): Promise<Intake | undefined> => {
  if (!isId('wgt', widgetId)) return undefined;
  const item = await table.get(widgetKeys.intake(widgetId));
  return item?.['accountId'] === accountId ? fromIntakeItem(item) : undefined;
};

/** The intake of a new widget. */
export const addIntake = ({ id, accountId, status, embedLinkToken }: Widget): WriteOperation =>
  put({ ...widgetKeys.intake(id), accountId, status, embedLinkToken, applicantCount: 0 });

/** What an intake repeats of its widget. */
interface Repeated {
  readonly set?: Partial<Pick<Widget, 'status' | 'embedLinkToken' | 'suspendedAt'>> & { readonly deletedAt?: string };
  readonly remove?: readonly ('embedLinkToken' | 'suspendedAt')[];
}

/** The write that repeats a change of a widget, for the transaction of that change. */
export const changeIntake = (widgetId: string, { set = {}, remove = [] }: Repeated): WriteOperation =>
  update(widgetKeys.intake(widgetId), { set, remove, when: { pk: 'exists' } });

/** The condition on an intake when a visitor with the widget's token opens a session. */
export const openToVisitors = (token: string): Condition => ({
  status: { equals: 'live' },
  embedLinkToken: { equals: token },
  suspendedAt: 'missing',
});

/**
 * The write that counts one more applicant of a widget. It refuses when the widget is deleted, or has got another
 * applicant since its intake was read.
 *
 * @param when any further conditions.
 */
export const countApplicant = (
  { id, accountId }: Pick<Widget, 'id' | 'accountId'>,
  { applicantCount }: Intake,
  when: Condition = {},
): WriteOperation =>
  update(widgetKeys.intake(id), {
    add: { applicantCount: 1 },
    when: { ...when, accountId: { equals: accountId }, applicantCount: { equals: applicantCount }, ...NOT_DELETED },
  });
