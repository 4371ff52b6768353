import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { additionWrites, type CountedList, type ListPlace } from '#shared/db/lists/counted-list';
import { readCountedPage } from '#shared/db/lists/counted-pages';
import { type ListPage, mapPage, type Page } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { NOT_DELETED, unlessDeleted } from '#shared/db/soft-deletion';
import { ApiError } from '#shared/errors/api-error';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { isSameEmbedToken, parseEmbedToken } from './embed-token.ts';
import { addIntake, changeIntake } from './intake.ts';
import { widgetKeys, widgetsOfAccount } from './keys.ts';
import { embedTokenOf, fromWidgetItem, toWidgetItem, type Widget } from './widget.ts';
import type { WidgetStatus } from './widget-bodies.ts';
import { moduleOrder } from './widget-config.ts';

/** The widget of an item; undefined when it is outside the caller's scope or deleted. */
export const ownedWidget = (
  item: Item | undefined,
  scope: Pick<Scope, 'accountId' | 'environments'>,
): Widget | undefined => {
  const found = unlessDeleted(item);
  return found && isWithin(scope, found) ? fromWidgetItem(found) : undefined;
};

/** The record of a widget, for transactions that read it first. */
export const widgetRecord = (widgetId: string): StoredRecord<Widget> => ({
  key: widgetKeys.widget(widgetId),
  from: fromWidgetItem,
});

/** Finds a widget, strongly consistent; undefined when the caller's scope has none with this id. */
export const findOwnedWidget = async (
  table: ItemReader,
  scope: Pick<Scope, 'accountId' | 'environments'>,
  widgetId: string,
): Promise<Widget | undefined> =>
  isId('wgt', widgetId) ? ownedWidget(await table.get(widgetKeys.widget(widgetId)), scope) : undefined;

/**
 * Finds an account's widget in any environment, deleted or not, for work without a caller: a submission may be decided
 * after its widget is deleted.
 */
export const findWidgetOfAccount = async (
  table: ItemReader,
  accountId: string,
  widgetId: string,
): Promise<Widget | undefined> => {
  if (!isId('wgt', widgetId)) return undefined;
  const item = await table.get(widgetKeys.widget(widgetId));
  return item?.['accountId'] === accountId ? fromWidgetItem(item) : undefined;
};

/** Finds the widget of an embed token, strongly consistent; undefined for an unknown token or a deleted widget. */
export const findWidgetByEmbedToken = async (table: ItemReader, token: string): Promise<Widget | undefined> => {
  const claimed = parseEmbedToken(token);
  if (!claimed) return undefined;
  const item = await table.get(widgetKeys.widget(claimed.widgetId));
  // The token is compared before the item is parsed, so that the duration of a refusal reveals nothing about an
  // existing widget.
  const isClaimed = item?.['accountId'] === claimed.accountId && isSameEmbedToken(embedTokenOf(item), token);
  return isClaimed && unlessDeleted(item) ? fromWidgetItem(item) : undefined;
};

/** The list of an account's widgets, for the transaction that adds one. */
export const widgetListOf = ({ accountId }: Pick<Scope, 'accountId'>): CountedList<Environment> =>
  widgetsOfAccount(accountId);

/** Reads one page of the widgets within the caller's scope, newest first, and their number. */
export const listOwnedWidgets = async (
  table: TableReader,
  { accountId, environments }: Scope,
  page: ListPage,
): Promise<Page<Widget>> =>
  mapPage(await readCountedPage(table, widgetsOfAccount(accountId), environments, page), fromWidgetItem);

/**
 * The writes that add a widget at a place in its account's list; they refuse when another widget has taken that place.
 */
export const addWidget = (widget: Widget, place: ListPlace): WriteOperation[] => [
  put(toWidgetItem(widget, place.number)),
  addIntake(widget),
  ...additionWrites(widgetsOfAccount(widget.accountId), widget.environment, place),
];

/**
 * A widget with another status, and the writes that set it, all or none. They refuse when the widget has changed since it
 * was read.
 *
 * @throws ApiError NO_MODULE_ENABLED for `live` while the widget has no enabled module.
 */
export const changedStatus = (
  widget: Widget,
  status: WidgetStatus,
  nowMs: number,
): { readonly changed: Widget; readonly operations: Readonly<Record<'widget' | 'intake', WriteOperation>> } => {
  if (status === 'live' && moduleOrder(widget.config).length === 0) throw new ApiError('NO_MODULE_ENABLED');
  const change = { status, updatedAt: isoTime(nowMs) };
  return {
    changed: { ...widget, ...change },
    operations: {
      widget: update(widgetKeys.widget(widget.id), {
        set: change,
        when: {
          accountId: { equals: widget.accountId },
          status: { equals: widget.status },
          updatedAt: { equals: widget.updatedAt },
          ...NOT_DELETED,
          ...(status === 'live' && { enabledModuleCount: { atLeast: 1 } }),
        },
      }),
      intake: changeIntake(widget.id, { set: { status } }),
    },
  };
};

/**
 * The writes that suspend a widget with its account, or end that, all or none. They refuse for a deleted widget.
 *
 * @param suspendedAt undefined to end the suspension.
 */
export const suspendWidget = (
  { id, accountId }: Widget,
  suspendedAt: string | undefined,
): Readonly<Record<'widget' | 'intake', WriteOperation>> => {
  const change = suspendedAt === undefined ? { remove: ['suspendedAt'] as const } : { set: { suspendedAt } };
  return {
    widget: update(widgetKeys.widget(id), { ...change, when: { accountId: { equals: accountId }, ...NOT_DELETED } }),
    intake: changeIntake(id, change),
  };
};
