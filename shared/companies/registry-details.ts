import * as v from 'valibot';
import type { RegistryFacts } from '#shared/sources/ports';

const text = v.exactOptional(v.string());
const amount = v.exactOptional(v.number());

/** The registry's facts about a business, besides its name, number and status. A source may lack any of them. */
export const registryDetailsSchema = v.object({
  registrationDate: text,
  commencementDate: text,
  natureOfBusiness: text,
  businessCategory: text,
  email: text,
  address: text,
  city: text,
  state: text,
  lga: text,
  shareCapital: amount,
  dividedInto: text,
  shareholders: v.exactOptional(
    v.array(v.object({ name: v.string(), shareType: text, numberOfShares: amount, percentage: amount })),
  ),
  registrar: v.exactOptional(v.object({ name: v.string(), office: text })),
});

/** The stored part of a registry lookup: only public fields. */
export type RegistryDetails = v.InferOutput<typeof registryDetailsSchema>;

/** The details among the registry's facts. */
export const registryDetailsOf = (facts: RegistryFacts): RegistryDetails => v.parse(registryDetailsSchema, facts);
