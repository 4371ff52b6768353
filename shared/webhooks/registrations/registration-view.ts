import type { Registration } from './registration.ts';

const common = ({ registrationId, appId, environment, serviceType, endpoint, isActive }: Registration) => ({
  id: registrationId,
  appId,
  environment,
  serviceType,
  endpoint,
  isActive,
});

/** A registration as lists show it: its secret masked (interface: Webhook registration). */
export const listedRegistration = (registration: Registration) => ({
  ...common(registration),
  signingSecretMasked: registration.signingSecretMasked,
  createdAt: registration.createdAt,
});

/** A registration as its owner reads it, including when and why we deactivated it. */
export const readRegistration = (registration: Registration) => ({
  ...listedRegistration(registration),
  deactivatedAt: registration.deactivatedAt ?? null,
  deactivatedReason: registration.deactivationReason ?? null,
});

/** A registration as its creation returns it, the only time with its full secret. */
export const createdRegistration = (registration: Registration, signingSecret: string) => ({
  ...common(registration),
  signingSecret,
  createdAt: registration.createdAt,
});
