import type { Widget } from '#shared/onboarding/widgets/widget';
import type { Clearance } from '#shared/verification/clearances';
import type { EvidenceItem } from '#shared/verification/evidence-store';
import type { SavedCard } from '#shared/wallet/saved-card';
import type { Registration } from '#shared/webhooks/registrations/registration';

/** An attribute of stored items that holds a sealed text. */
export interface SealedPlace {
  /** What is sealed there, in words for an operator. */
  readonly what: string;
  readonly attribute: string;
  /** The attribute with the id that the text is sealed for. */
  readonly owner: string;
  /** The attribute that the sealed text was copied from unchanged, if nothing is sealed for this one. */
  readonly copyOf?: string;
}

const place = <Entity>(
  what: string,
  attribute: keyof Entity & string,
  owner: keyof Entity & string,
  copyOf?: keyof Entity & string,
): SealedPlace => ({ what, attribute, owner, ...(copyOf !== undefined && { copyOf }) });

/**
 * Every place in the table with texts that the vault's secret sealed. No two places share an attribute's name. A test
 * finds the modules that seal, so that no place is missing here.
 */
export const SEALED_PLACES: readonly SealedPlace[] = [
  place<Widget>('signing secret of a widget', 'sealedSigningSecret', 'id'),
  place<SavedCard>('payment authorization of a wallet', 'sealedAuthorization', 'accountId'),
  place<Registration>('signing secret of a webhook', 'sealedSecret', 'registrationId'),
  place<Registration>('previous signing secret of a webhook', 'previousSealedSecret', 'registrationId', 'sealedSecret'),
  place<Registration>('earliest signing secret of a webhook', 'earliestSealedSecret', 'registrationId', 'sealedSecret'),
  place<EvidenceItem>('evidence of checks', 'sealedEvidence', 'evidenceId'),
  place<Clearance>('cleared list entry', 'sealedClearance', 'clearanceId'),
];
