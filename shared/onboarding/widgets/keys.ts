import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import type { CountedList } from '#shared/db/lists/counted-list';
import type { Environment } from '#shared/platform/environments';

/** Keys of widgets. */
export const widgetKeys = {
  widget: (widgetId: string): Key => ({ pk: join('WGT', widgetId), sk: 'WIDGET' }),
  /** How many applicants it has, and whether it takes new ones. */
  intake: (widgetId: string): Key => ({ pk: join('WGT', widgetId), sk: 'INTAKE' }),
} as const;

/** Partitions of lists. */
const widgetLists = {
  widgetList: (accountId: string): string => join('WGTLIST', accountId),
  widgetsOfEnvironment: (accountId: string, environment: string): string => join('WGTLIST', accountId, environment),
} as const;

/** The widgets of an account, by environment. */
export const widgetsOfAccount = (accountId: string): CountedList<Environment> => ({
  partition: widgetLists.widgetList(accountId),
  index: 'gsi1',
  cells: (environment) => widgetLists.widgetsOfEnvironment(accountId, environment),
});

/** The access patterns. */
export const WIDGET_FAMILIES = {
  widget: {
    partition: () => widgetKeys.widget('{wgt}').pk,
    patterns: {
      WIDGET: 'widget by id (its embed token holds the id)',
      INTAKE: 'how many applicants a widget has, and whether it takes new ones',
    },
  },
  widgetList: {
    partition: () => widgetLists.widgetList('{usr}'),
    patterns: {
      HEAD: 'number of the newest widget of an account',
      'COUNT#{env}#{number}': 'how many widgets an account has in an environment, by blocks of numbers',
    },
  },
  widgetsOfEnvironment: {
    index: 'gsi1',
    partition: () => widgetLists.widgetsOfEnvironment('{usr}', '{env}'),
    patterns: { '{number}': 'widgets of an account in an environment, by number' },
  },
} as const satisfies Families;
