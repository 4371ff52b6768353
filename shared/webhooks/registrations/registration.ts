import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { SERVICE_TYPES } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { maskSecret } from '#shared/platform/mask-secret';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { openSealed, type ReadVault, seal } from '#shared/platform/vault';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { registrationKeys } from './keys.ts';

/**
 * Why a registration was deactivated by us. `gone`: its endpoint responded 410 to all five attempts of a delivery.
 * `failing`: its deliveries have only failed for five days.
 */
export const DEACTIVATION_REASONS = ['gone', 'failing'] as const;

const registrationSchema = v.object({
  registrationId: v.string(),
  accountId: v.string(),
  /** The widget whose events it receives. */
  appId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  serviceType: v.picklist(SERVICE_TYPES),
  endpoint: v.string(),
  isActive: v.boolean(),
  /** The signing secret, sealed for this registration's id. */
  sealedSecret: v.string(),
  /** The masked secret for lists, stored so that they need not open the sealed one. */
  signingSecretMasked: v.string(),
  createdAt: v.string(),
  rotatedAt: v.optional(v.string()),
  /** When a test event was last sent to it. */
  testedAtMs: v.optional(v.number()),
  /**
   * The secret before the last rotation, sealed for the same id, and how long it continues to sign. Only after a
   * rotation with an overlap.
   */
  previousSealedSecret: v.optional(v.string()),
  previousSecretUntil: v.optional(v.string()),
  /** The same for the secret before the first of several overlapping rotations. */
  earliestSealedSecret: v.optional(v.string()),
  earliestSecretUntil: v.optional(v.string()),
  deactivatedAt: v.optional(v.string()),
  deactivationReason: v.optional(v.picklist(DEACTIVATION_REASONS)),
});

/** A live webhook registration (interface: Webhook registration). */
export type Registration = v.InferOutput<typeof registrationSchema>;

/** Why a registration was deactivated. */
export type DeactivationReason = (typeof DEACTIVATION_REASONS)[number];

/** The registration that an item holds. */
export const fromRegistrationItem = (item: Item): Registration => v.parse(registrationSchema, item);

/** The item of a live registration. */
export const toRegistrationItem = (registration: Registration): Item => ({
  ...registrationKeys.registration(registration.accountId, registration.registrationId),
  ...registration,
});

/** The secrets that sign a delivery: the current one and, while rotations overlap, at most two before it. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous: readonly string[];
}

/** A replaced secret that still signs. */
interface OverlappingSecret {
  readonly sealedSecret: string;
  /** ISO 8601. */
  readonly until: string;
}

/** The replaced secrets that still sign at a time, in the order in which they were replaced. */
const overlapping = (
  { earliestSealedSecret, earliestSecretUntil, previousSealedSecret, previousSecretUntil }: Registration,
  nowMs: number,
): readonly OverlappingSecret[] => {
  const replaced = [
    { sealedSecret: earliestSealedSecret, until: earliestSecretUntil },
    { sealedSecret: previousSealedSecret, until: previousSecretUntil },
  ];
  return replaced.flatMap(({ sealedSecret, until }) =>
    sealedSecret !== undefined && until !== undefined && nowMs < Date.parse(until) ? [{ sealedSecret, until }] : [],
  );
};

/** The replaced secrets of a registration, as they are stored. */
export type ReplacedSecrets = Pick<
  Registration,
  'earliestSealedSecret' | 'earliestSecretUntil' | 'previousSealedSecret' | 'previousSecretUntil'
>;

/**
 * The replaced secrets after a rotation. The current one signs until the end of the overlap. The one that was replaced
 * first signs until the end of its own: receivers certainly have it, even if the response of a rotation was lost and
 * the call repeated. Those in between end. A rotation without an overlap ends all of them.
 */
export const replacedSecrets = (registration: Registration, overlapSeconds: number, nowMs: number): ReplacedSecrets => {
  if (overlapSeconds === 0) return {};
  const [earliest] = overlapping(registration, nowMs);
  return {
    previousSealedSecret: registration.sealedSecret,
    previousSecretUntil: isoTime(nowMs + overlapSeconds * 1000),
    ...(earliest && { earliestSealedSecret: earliest.sealedSecret, earliestSecretUntil: earliest.until }),
  };
};

/**
 * The secrets that sign at a time, in full.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const openWebhookSigningSecrets = async (
  registration: Registration,
  vault: ReadVault,
  nowMs: number,
): Promise<SigningSecrets> => {
  const { sealedSecret, registrationId } = registration;
  const [current, previous] = await Promise.all([
    openSealed(sealedSecret, registrationId, vault),
    Promise.all(
      overlapping(registration, nowMs).map((replaced) => openSealed(replaced.sealedSecret, registrationId, vault)),
    ),
  ]);
  return { current, previous };
};

/** A new secret: in full for its owner, once, and as it is stored. */
interface NewSecret {
  readonly signingSecret: string;
  readonly stored: Pick<Registration, 'sealedSecret' | 'signingSecretMasked'>;
}

/** Makes a signing secret for a registration. */
export const newSigningSecret = (registrationId: string, vault: VersionedSecret): NewSecret => {
  const signingSecret = generateSigningSecret();
  return {
    signingSecret,
    stored: {
      sealedSecret: seal(signingSecret, registrationId, vault),
      signingSecretMasked: maskSecret(signingSecret),
    },
  };
};

/** The fields of a new registration. */
export type RegistrationDraft = Pick<Registration, 'accountId' | 'appId' | 'environment' | 'serviceType' | 'endpoint'>;

/** Makes an active registration and its signing secret. Nothing is written. */
export const newRegistration = (
  draft: RegistrationDraft,
  vault: VersionedSecret,
  nowMs: number,
): { readonly registration: Registration; readonly signingSecret: string } => {
  const registrationId = newId('whk', nowMs);
  const { signingSecret, stored } = newSigningSecret(registrationId, vault);
  const { accountId, appId, environment, serviceType, endpoint } = draft;
  const registration: Registration = {
    registrationId,
    accountId,
    appId,
    environment,
    serviceType,
    endpoint,
    isActive: true,
    ...stored,
    createdAt: isoTime(nowMs),
  };
  return { registration, signingSecret };
};
