import { existsSync } from 'node:fs';
import { UserError } from '#scripts/local-cloud/user-error';
import { totalsOf } from '#tests/bench/bill/bill';
import { stageBill, USAGE_FILES } from '#tests/bench/bill/stage-bill';
import { synthesizedStage } from '#tests/bench/bill/synthesized-stage';
import { readUsage } from '#tests/bench/bill/usage';
import { PRICES_AS_OF } from '#tests/bench/prices';
import { type Benchmark, rounded } from '#tests/bench/report';

/** @throws UserError for a file that does not exist. */
const usageFiles = (): readonly string[] => {
  const own = process.env['USAGE'];
  if (own === undefined) return Object.values(USAGE_FILES);
  if (!existsSync(own)) throw new UserError(`There is no usage file ${own}; ${USAGE_FILES.thousandCustomers} is one.`);
  return [own];
};

/** What a month of a stage costs. */
export const bill: Benchmark = {
  name: 'bill',
  measures: 'the bill of a stage, from its templates and a usage file (USAGE, STAGE)',
  isKeptElsewhere: true,
  run: async (report) => {
    const stage = synthesizedStage(process.env['STAGE'] ?? 'prod');
    for (const file of usageFiles()) {
      const { usage, inventory, lines } = stageBill(readUsage(file), stage);
      const total = totalsOf(lines);
      report.table(
        `A month of ${stage.config.stage}: ${usage.name}.`,
        lines.map(({ service, what, quantity, dollars, freeDollars }) => ({
          service,
          what,
          quantity: rounded(quantity, 2),
          dollars: rounded(dollars, 2),
          'after allowances': rounded(dollars - freeDollars, 2),
        })),
      );
      report.note(
        `${rounded(total.dollars, 2)} dollars, ${rounded(total.afterAllowances, 2)} after what AWS gives each account for nothing. ` +
          `List prices of ${inventory.region} of ${PRICES_AS_OF}, without taxes, text messages, sources and the model.`,
      );
      if (inventory.unpriced.length > 0) report.aside(`Not in it: ${inventory.unpriced.join(', ')}`);
    }
  },
};
