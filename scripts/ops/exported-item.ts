import { familyOfItem } from '#scripts/privacy/stored-data';
import type { Item } from '#shared/db/expressions';
import { fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { type ReadVault, SealedTextUnreadable } from '#shared/platform/vault';
import { clearedText, fromClearanceItem } from '#shared/verification/clearances';
import { fromEvidenceItem, openEvidence } from '#shared/verification/evidence-store';
import { fromPageItem } from '#shared/webhooks/delivery-log/log-page';

/** An item as an export shows it. */
export type ExportedItem = Readonly<Record<string, unknown>> & { readonly family: string };

/**
 * Attributes that are no data of the subject: keys of the table, secrets and their hashes, and what only the service
 * needs.
 */
const OWN =
  /^(pk|sk|gsi\d\wk|expiresAtSeconds|keptAnswer|googleKey|authorizationUrl)$|hash$|sealed|token|masked|secret/i;

const shown = (value: unknown): unknown => {
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OWN.test(name))
      .map(([name, held]) => [name, shown(held)]),
  );
};

/** An item whose data is packed in a form of its own, as its domain reads it. */
const unpacked = (family: string, item: Item): object => {
  // Each answer and each file is an attribute of the stored session.
  if (family === 'embedSession' && item.sk === 'SESSION') return fromEmbedSessionItem(item);
  return family === 'deliveryLog' && 'rows' in item ? fromPageItem(item) : item;
};

/** What only the vault's key opens. */
const opened = async (item: Item, vault: ReadVault, nowMs: number): Promise<Readonly<Record<string, unknown>>> => {
  try {
    if (item['sealedEvidence'] !== undefined) {
      return { evidence: Object.fromEntries(await openEvidence([fromEvidenceItem(item)], vault, nowMs)) };
    }
    if (item['sealedClearance'] !== undefined) return { cleared: await clearedText(fromClearanceItem(item), vault) };
    return {};
  } catch (error) {
    if (error instanceof SealedTextUnreadable) return { isUnreadable: true };
    throw error;
  }
};

/**
 * An item as its subject may see it: opened, without secrets, hashes and keys of the table.
 *
 * @throws SecretUnavailable.
 */
export const exportedItem = async (item: Item, vault: ReadVault, nowMs: number): Promise<ExportedItem> => {
  const family = familyOfItem(item);
  return { family, ...(shown(unpacked(family, item)) as object), ...(await opened(item, vault, nowMs)) };
};
