import { update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { type Watch, watchKeyOf } from './watch.ts';

/** A watch with the label that is asked for, and the write of it where that is another one; refused when it is gone. */
export const labelChange = (
  watch: Watch,
  label: string | undefined,
  nowMs: number,
): { readonly watch: Watch; readonly operations: Readonly<Record<string, WriteOperation>> } => {
  if (label === undefined || label === watch.label) return { watch, operations: {} };
  const changes = { label, updatedAt: isoTime(nowMs) };
  return {
    watch: { ...watch, ...changes },
    operations: { watch: update(watchKeyOf(watch), { set: changes, when: { pk: 'exists' } }) },
  };
};
