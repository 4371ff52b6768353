import { type Condition, type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { additionWrites, type CountedList, type ListPlace } from '#shared/db/lists/counted-list';
import { readCountedPage } from '#shared/db/lists/counted-pages';
import { type ListPage, mapPage, type Page } from '#shared/db/lists/page';
import type { ItemReader, TableReader, WriteResult } from '#shared/db/operations';
import { NOT_DELETED, unlessDeleted } from '#shared/db/soft-deletion';
import { ApiError } from '#shared/errors/api-error';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { isSameEmbedToken, parseEmbedToken } from './embed-token.ts';
import { widgetKeys, widgetsOfAccount } from './keys.ts';
import { embedTokenOf, fromWidgetItem, toWidgetItem, type Widget } from './widget.ts';
import type { WidgetStatus } from './widget-bodies.ts';

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
  ...additionWrites(widgetsOfAccount(widget.accountId), widget.environment, place),
];

/**
 * The write that sets the status of an account's widget. It refuses when there is no such widget, when the widget has
 * that status already, and, for `live`, when it has no enabled module.
 *
 * @throws ApiError WIDGET_NOT_FOUND for a text that is not the id of a widget.
 */
export const changeWidgetStatus = (
  { accountId, environments }: Scope,
  widgetId: string,
  status: WidgetStatus,
  nowMs: number,
): WriteOperation => {
  if (!isId('wgt', widgetId)) throw new ApiError('WIDGET_NOT_FOUND');
  return update(widgetKeys.widget(widgetId), {
    set: { status, updatedAt: isoTime(nowMs) },
    when: {
      accountId: { equals: accountId },
      environment: { oneOf: environments },
      status: { notEquals: status },
      ...NOT_DELETED,
      ...(status === 'live' && { enabledModuleCount: { atLeast: 1 } }),
    },
  });
};

/**
 * The widget after {@link changeWidgetStatus}; the same status is no change.
 *
 * @throws ApiError WIDGET_NOT_FOUND; NO_MODULE_ENABLED for `live` while the widget has no enabled module.
 */
export const widgetWithStatus = (result: WriteResult, scope: Scope, status: WidgetStatus): Widget => {
  const widget = ownedWidget(result.written ? result.item : result.found, scope);
  if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
  if (widget.status !== status) throw new ApiError('NO_MODULE_ENABLED');
  return widget;
};

/**
 * The write that suspends a widget with its account, or ends that. It refuses for a deleted widget.
 *
 * @param suspendedAt undefined to end the suspension.
 */
export const suspendWidget = ({ id, accountId }: Widget, suspendedAt: string | undefined): WriteOperation =>
  update(widgetKeys.widget(id), {
    ...(suspendedAt === undefined ? { remove: ['suspendedAt'] } : { set: { suspendedAt } }),
    when: { accountId: { equals: accountId }, ...NOT_DELETED },
  });

/** The condition on a widget when a visitor with its token opens a session. */
export const openToVisitors = (token: string): Condition => ({
  status: { equals: 'live' },
  embedLinkToken: { equals: token },
  suspendedAt: 'missing',
});

/**
 * The write that counts one more applicant of a widget. It refuses when the widget is deleted, or has got another
 * applicant since it was read.
 *
 * @param when any further conditions.
 */
export const countApplicant = ({ id, accountId, applicantCount }: Widget, when: Condition = {}): WriteOperation =>
  update(widgetKeys.widget(id), {
    add: { applicantCount: 1 },
    when: { ...when, accountId: { equals: accountId }, applicantCount: { equals: applicantCount }, ...NOT_DELETED },
  });
