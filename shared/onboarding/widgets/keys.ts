import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of widgets. */
export const widgetKeys = {
  widget: (widgetId: string): Key => ({ pk: join('WGT', widgetId), sk: 'WIDGET' }),
  accountTotals: (accountId: string): Key => ({ pk: join('TOTALS', accountId), sk: 'TOTALS' }),
} as const;

/** Partitions of lists. */
export const widgetLists = {
  widgetsOfAccount: (accountId: string): string => join('WGTLIST', accountId),
} as const;

/** The access patterns. */
export const WIDGET_FAMILIES = {
  widget: {
    partition: () => widgetKeys.widget('{wgt}').pk,
    patterns: { WIDGET: 'widget by id (its embed token holds the id)' },
  },
  accountTotals: {
    partition: () => widgetKeys.accountTotals('{usr}').pk,
    patterns: { TOTALS: "totals of an account's lists" },
  },
  widgetsOfAccount: {
    index: 'gsi1',
    partition: () => widgetLists.widgetsOfAccount('{usr}'),
    patterns: { '{wgt}': 'widgets of an account' },
  },
} as const satisfies Families;
