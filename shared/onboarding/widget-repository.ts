import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { isSameEmbedToken, parseEmbedToken } from './embed-token.ts';
import type { WidgetStatus } from './request-bodies.ts';
import { fromWidgetItem, toWidgetItem, type Widget } from './widget.ts';

/** The widget in an item that was found, if it is this account's. */
export const ownedWidget = (item: Item | undefined, accountId: string): Widget | undefined => {
  const widget = item && fromWidgetItem(item);
  return widget?.accountId === accountId ? widget : undefined;
};

/** An account's widget as it is now; undefined when there is none of this id or it is somebody else's. */
export const findOwnedWidget = async (
  table: TableReader,
  accountId: string,
  widgetId: string,
): Promise<Widget | undefined> =>
  isId('wgt', widgetId) ? ownedWidget(await table.get(keys.widget(widgetId)), accountId) : undefined;

/** The widget that an embed token belongs to, as it is now; undefined for a token that is nobody's. */
export const findWidgetByEmbedToken = async (table: TableReader, token: string): Promise<Widget | undefined> => {
  const claimed = parseEmbedToken(token);
  if (!claimed) return undefined;
  const widget = ownedWidget(await table.get(keys.widget(claimed.widgetId)), claimed.accountId);
  return widget && isSameEmbedToken(widget.embedLinkToken, token) ? widget : undefined;
};

/** The writes that add a widget to its account's list. */
export const addWidget = (widget: Widget): WriteOperation[] => [
  put(toWidgetItem(widget)),
  update(keys.accountTotals(widget.accountId), { add: { widgetCount: 1 }, when: {} }),
];

/**
 * The write that sets an account's widget to a status. It refuses, by what it found: nothing or somebody else's widget;
 * the status already there; for `live`, no enabled module.
 */
export const setWidgetStatus = (
  accountId: string,
  widgetId: string,
  status: WidgetStatus,
  nowMs: number,
): WriteOperation =>
  update(keys.widget(widgetId), {
    set: { status, updatedAt: isoTime(nowMs) },
    when: {
      accountId: { equals: accountId },
      status: { notEquals: status },
      ...(status === 'live' && { enabledModuleCount: { atLeast: 1 } }),
    },
  });

/** The write that counts one more applicant under a widget, and refuses when the account no longer has it. */
export const countApplicant = ({ id, accountId }: Widget): WriteOperation =>
  update(keys.widget(id), { add: { applicantCount: 1 }, when: { accountId: { equals: accountId } } });
