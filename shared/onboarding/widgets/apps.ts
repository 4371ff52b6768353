import * as v from 'valibot';
import { check, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { NOT_DELETED, unlessDeleted } from '#shared/db/soft-deletion';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { widgetKeys } from './keys.ts';

/*
 * A widget as webhooks use it, where it is called an app: a few attributes, parsed separately, so that their functions
 * do not bundle the configuration of widgets.
 */

const appSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
});

const notificationsSchema = v.object({
  config: v.object({ notifications: v.object({ webhookEvents: v.array(v.string()) }) }),
});

/** The fields of an app that a webhook registration must match. */
export interface App {
  readonly environment: Environment;
}

/** Finds the app with this id; undefined when it is outside the caller's scope or deleted. */
export const findOwnedApp = async (table: TableReader, scope: Scope, appId: string): Promise<App | undefined> => {
  if (!isId('wgt', appId)) return undefined;
  const item = unlessDeleted(await table.get(widgetKeys.widget(appId)));
  const app = item && v.parse(appSchema, item);
  return app && isWithin(scope, app) ? { environment: app.environment } : undefined;
};

/** The condition that an account's app still exists, for a transaction that adds something to it. */
export const requireApp = ({ accountId }: Pick<Scope, 'accountId'>, appId: string): WriteOperation =>
  check(widgetKeys.widget(appId), { accountId: { equals: accountId }, ...NOT_DELETED });

/**
 * The event names that an app's owner filters by (interface: config.notifications), also of a deleted app that still
 * has registrations; empty when there is no such app.
 */
export const webhookEventsOf = async (table: TableReader, appId: string): Promise<readonly string[]> => {
  const item = await table.get(widgetKeys.widget(appId));
  return item ? v.parse(notificationsSchema, item).config.notifications.webhookEvents : [];
};
