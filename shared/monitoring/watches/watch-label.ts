import { update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { type Watch, watchKeyOf } from './watch.ts';

/**
 * A watch with the requested label, and the write of it if the label changes. The write refuses when the watch no
 * longer exists.
 *
 * @param label null removes it; undefined leaves it unchanged.
 */
export const labelChange = (
  watch: Watch,
  label: string | null | undefined,
  nowMs: number,
): { readonly watch: Watch; readonly operations: Readonly<Record<string, WriteOperation>> } => {
  const { label: before, ...unlabelled } = watch;
  if (label === undefined || label === (before ?? null)) return { watch, operations: {} };
  const updatedAt = isoTime(nowMs);
  const set = label === null ? { updatedAt } : { label, updatedAt };
  const removed = label === null ? { remove: ['label'] } : {};
  return {
    watch: { ...unlabelled, ...set },
    operations: { watch: update(watchKeyOf(watch), { set, ...removed, when: { pk: 'exists' } }) },
  };
};
