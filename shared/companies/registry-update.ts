import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import type { RegistryFacts } from '#shared/sources/ports';
import { type Company, registeredFacts } from './company.ts';
import { companyKeys } from './keys.ts';

type Registered = ReturnType<typeof registeredFacts>;

/** Both were parsed by one schema, so their fields are in the same order. */
const isSame = (one: Omit<Registered, 'registryReadAt'>, other: Omit<Registered, 'registryReadAt'>): boolean =>
  one.companyName === other.companyName &&
  one.rcNumber === other.rcNumber &&
  one.active === other.active &&
  JSON.stringify(one.registry) === JSON.stringify(other.registry);

/**
 * Writes the registry's current facts about a company, with its owner's list entry; writes nothing if they are
 * unchanged. Skipped when the owner or the registry's facts have been changed since the company was read.
 */
export const updateRegistryFacts = async (
  table: Pick<Table, 'transact'>,
  company: Company,
  facts: RegistryFacts,
  nowMs: number,
): Promise<void> => {
  const { id, classificationId, digits, rcNumber, ownerId, environment } = company;
  const registered = registeredFacts({ classificationId, registrationNumber: rcNumber, digits }, facts, nowMs);
  if (isSame(registered, company)) return;
  const { companyName, active } = registered;
  await table.transact({
    company: update(companyKeys.company(id), {
      set: { ...registered, updatedAt: isoTime(nowMs) },
      when: {
        registryReadAt: { equals: company.registryReadAt },
        ownerId: ownerId === undefined ? 'missing' : { equals: ownerId },
      },
    }),
    ...(ownerId !== undefined && {
      entry: update(companyKeys.companyEntry(ownerId, environment, id), {
        set: { companyName, rcNumber: registered.rcNumber, active },
        when: { pk: 'exists' },
      }),
    }),
  });
};
