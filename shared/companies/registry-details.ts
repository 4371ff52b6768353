import * as v from 'valibot';
import type { RegistryFacts } from '#shared/sources/ports';

const text = v.exactOptional(v.string());
const amount = v.exactOptional(v.number());

/** What the registry says of a business beside its name, number and status. A port may know none of it. */
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

/** What is stored of a lookup in the registry: the public fields alone. */
export type RegistryDetails = v.InferOutput<typeof registryDetailsSchema>;

/** The details among the registry's facts. */
export const registryDetailsOf = (facts: RegistryFacts): RegistryDetails => v.parse(registryDetailsSchema, facts);
