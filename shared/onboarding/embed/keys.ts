import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of the embed runtime. */
export const embedKeys = {
  widgetSignature: (widgetId: string, mac: string): Key => ({ pk: join('WGTSIG', widgetId, mac), sk: 'USE' }),
} as const;

/** The access patterns. */
export const EMBED_FAMILIES = {
  widgetSignature: {
    partition: () => embedKeys.widgetSignature('{wgt}', '{mac}').pk,
    patterns: { USE: "use of a widget's request signature" },
  },
} as const satisfies Families;
