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

/** A registration as returned when it is created, the one time with its secret in full. */
export const createdRegistration = (registration: Registration, signingSecret: string) => ({
  ...common(registration),
  signingSecret,
  createdAt: registration.createdAt,
});
