import { readCosts } from '#tests/bench/cloud/costs-file';
import { readGrowth } from '#tests/bench/cloud/table-growth';
import { pricesOf } from '#tests/bench/prices';
import type { SynthesizedStage } from '#tests/infra/synthesis';
import { type BillLine, billOf, monthOf } from './bill.ts';
import { type Inventory, inventoryOf } from './inventory.ts';
import { type Stored, storedBy } from './stored.ts';
import { readUsage, timesAsMuch, type Usage } from './usage.ts';

/** The checked-in usage files, by what they are the usage of. */
export const USAGE_FILES = {
  idle: 'tests/bench/usages/idle.json',
  thousandCustomers: 'tests/bench/usages/customers-1000.json',
} as const;

/** The usages of the pages: nobody, 1,000 customers, and a hundred times as many. */
export const pageUsages = (): readonly [idle: Usage, some: Usage, many: Usage] => {
  const some = readUsage(USAGE_FILES.thousandCustomers);
  return [readUsage(USAGE_FILES.idle), some, timesAsMuch(some, 100, '100,000 customers')];
};

/** The bill of a stage with a usage, and what it is made from. */
export interface StageBill {
  readonly usage: Usage;
  readonly inventory: Inventory;
  readonly stored: Stored;
  readonly month: ReturnType<typeof monthOf>;
  readonly lines: readonly BillLine[];
}

/** Calculates the bill of a synthesized stage. */
export const stageBill = (usage: Usage, stage: SynthesizedStage): StageBill => {
  const inventory = inventoryOf(stage);
  const stored = storedBy(usage, readGrowth(), { evidence: stage.config.evidenceRetentionDays });
  return {
    usage,
    inventory,
    stored,
    month: monthOf(inventory, usage, readCosts()),
    lines: billOf(inventory, usage, stored, readCosts(), pricesOf(inventory.region)),
  };
};
