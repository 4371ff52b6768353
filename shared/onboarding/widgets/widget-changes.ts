import { isDeepStrictEqual } from 'node:util';
import { type Item, type Matcher, update, type WriteOperation } from '#shared/db/expressions';
import { entryNumber, removalWrite } from '#shared/db/lists/counted-list';
import type { ItemReader } from '#shared/db/operations';
import { NOT_DELETED } from '#shared/db/soft-deletion';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { newEmbedToken } from './embed-token.ts';
import { changeIntake } from './intake.ts';
import { widgetKeys, widgetsOfAccount } from './keys.ts';
import { configAttributes, deletedAttributes, type Widget } from './widget.ts';
import { changedConfig, type WidgetConfigChange } from './widget-config.ts';
import { ownedWidget } from './widget-repository.ts';

/** An owner's changes to a widget; fields that are left out stay unchanged. */
export interface WidgetChange {
  readonly name?: string;
  readonly templateId?: string;
  readonly config?: WidgetConfigChange;
}

/** Whether a change would change anything. A repeated write whose first response was lost would not. */
export const isChanged = (widget: Widget, { name, templateId, config = {} }: WidgetChange): boolean =>
  (name ?? widget.name) !== widget.name ||
  (templateId ?? widget.templateId) !== widget.templateId ||
  !isDeepStrictEqual(changedConfig(widget.config, config), widget.config);

const unchanged = (version: number): Matcher =>
  version === 0 ? { missingOr: { equals: version } } : { equals: version };

const ownedAndNotDeleted = ({ accountId, environments }: Scope) => ({
  accountId: { equals: accountId },
  environment: { oneOf: environments },
  ...NOT_DELETED,
});

/** The new configuration of a widget, and the conditions for writing it. */
const configWrite = ({ config, configVersion }: Widget, change: WidgetConfigChange) => {
  const attributes = configAttributes(changedConfig(config, change));
  return {
    set: attributes,
    add: { configVersion: 1 },
    when: {
      configVersion: unchanged(configVersion),
      ...(attributes.enabledModuleCount === 0 && { status: { notEquals: 'live' } }),
    },
  };
};

/**
 * The write of an owner's change to a widget. Sections are merged into the configuration that was read. It therefore
 * refuses when the configuration has changed since, or when the change would leave a live widget without an enabled
 * module.
 */
export const changeWrite = (
  scope: Scope,
  widget: Widget,
  { name, templateId, config = {} }: WidgetChange,
  nowMs: number,
): WriteOperation => {
  const written = Object.keys(config).length > 0 ? configWrite(widget, config) : undefined;
  return update(widgetKeys.widget(widget.id), {
    set: { name, templateId, ...written?.set, updatedAt: isoTime(nowMs) },
    ...(written && { add: written.add }),
    when: { ...ownedAndNotDeleted(scope), ...written?.when },
  });
};

/**
 * The latest widget for a retry of a refused change; undefined when its configuration has not changed, so that
 * something else refused.
 */
export const newerConfig = (scope: Scope, read: Widget, found: Item | undefined): Widget | undefined => {
  const latest = ownedWidget(found, scope);
  return latest && latest.configVersion !== read.configVersion ? latest : undefined;
};

/**
 * A widget with a new embed token, and the writes that replace the token, all or none. They refuse when the widget no
 * longer exists.
 */
export const rotatedWidget = (
  scope: Scope,
  widget: Widget,
  nowMs: number,
): { readonly rotated: Widget; readonly operations: Readonly<Record<'widget' | 'intake', WriteOperation>> } => {
  const { id, accountId } = widget;
  const change = { embedLinkToken: newEmbedToken({ widgetId: id, accountId }), updatedAt: isoTime(nowMs) };
  return {
    rotated: { ...widget, ...change },
    operations: {
      widget: update(widgetKeys.widget(id), { set: change, when: ownedAndNotDeleted(scope) }),
      intake: changeIntake(id, { set: { embedLinkToken: change.embedLinkToken } }),
    },
  };
};

/** A widget with its number in the account's list, as deletion needs it. */
export interface ListedWidget {
  readonly widget: Widget;
  readonly number: number;
}

/** Finds a widget with its number, strongly consistent; undefined when the caller's scope has none with this id. */
export const findListedWidget = async (
  table: ItemReader,
  scope: Scope,
  widgetId: string,
): Promise<ListedWidget | undefined> => {
  if (!isId('wgt', widgetId)) return undefined;
  const item = await table.get(widgetKeys.widget(widgetId));
  const widget = ownedWidget(item, scope);
  const number = item && entryNumber(widgetsOfAccount(scope.accountId), item);
  return widget && number !== undefined ? { widget, number } : undefined;
};

/**
 * The writes that delete a widget. It keeps its key and configuration, so that earlier submissions can be decided, and
 * loses its place in the list and everything that authorises embed calls. `widget` refuses when it was deleted in the
 * meantime.
 */
export const widgetDeletion = (
  scope: Scope,
  { widget: { id, accountId, environment }, number }: ListedWidget,
  nowMs: number,
): Readonly<Record<'widget' | 'intake' | 'count', WriteOperation>> => {
  const deletedAt = isoTime(nowMs);
  return {
    widget: update(widgetKeys.widget(id), {
      set: { deletedAt, updatedAt: deletedAt },
      remove: deletedAttributes(accountId),
      when: ownedAndNotDeleted(scope),
    }),
    intake: changeIntake(id, { set: { deletedAt }, remove: ['embedLinkToken'] }),
    count: removalWrite(widgetsOfAccount(accountId), environment, number),
  };
};
