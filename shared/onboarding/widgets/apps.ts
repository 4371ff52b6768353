import * as v from 'valibot';
import { check, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { NOT_DELETED, unlessDeleted } from '#shared/db/soft-deletion';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { widgetKeys } from './keys.ts';

/*
 * What webhooks know of a widget, which is an app to them: a few attributes, parsed without the rest, so that their
 * functions carry none of a widget's configuration.
 */

const appSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
});

const notificationsSchema = v.object({
  config: v.object({ notifications: v.object({ webhookEvents: v.array(v.string()) }) }),
});

/** The fields of an app that a registration must match. */
export interface App {
  readonly environment: Environment;
}

/** The app of this id, when it is within the caller's scope and not deleted. */
export const findOwnedApp = async (table: TableReader, scope: Scope, appId: string): Promise<App | undefined> => {
  if (!isId('wgt', appId)) return undefined;
  const item = unlessDeleted(await table.get(widgetKeys.widget(appId)));
  const app = item && v.parse(appSchema, item);
  return app && isWithin(scope, app) ? { environment: app.environment } : undefined;
};

/**
 * The condition that an account's app is still there, for a transaction that gives it something: it may have been deleted
 * since it was read.
 */
export const requireApp = ({ accountId }: Pick<Scope, 'accountId'>, appId: string): WriteOperation =>
  check(widgetKeys.widget(appId), { accountId: { equals: accountId }, ...NOT_DELETED });

/**
 * The names by which an app's owner filters events (interface: config.notifications), also while a deleted app still has
 * registrations; none where there is no such app.
 */
export const webhookEventsOf = async (table: TableReader, appId: string): Promise<readonly string[]> => {
  const item = await table.get(widgetKeys.widget(appId));
  return item ? v.parse(notificationsSchema, item).config.notifications.webhookEvents : [];
};
