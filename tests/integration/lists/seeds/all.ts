import type { Seed } from '#tests/integration/lists/seed';
import { accountSeeds } from './accounts.ts';
import { companySeeds } from './companies.ts';
import { monitoringSeeds } from './monitoring.ts';
import { onboardingSeeds } from './onboarding.ts';
import { recordSeeds } from './records.ts';
import { webhookSeeds } from './webhooks.ts';

/** The seed of each endpoint that reads a list from the table, by the endpoint's name. */
export const SEEDS: Readonly<Record<string, Seed>> = {
  ...accountSeeds,
  ...companySeeds,
  ...monitoringSeeds,
  ...onboardingSeeds,
  ...recordSeeds,
  ...webhookSeeds,
};
