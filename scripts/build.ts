import { overBudget, readBudget } from '#scripts/bundle/budget';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { UserError } from '#scripts/local-cloud/user-error';

const USAGE = {
  command: 'npm run build',
  does: 'Bundles every function into dist/, each within the budget of bundle-budget.json.',
} as const;

await runScript(USAGE, async () => {
  const startedAt = performance.now();
  const bundles = await bundleFunctions(listFunctions(), `${PROJECT_FOLDER}/dist`);
  const kilobytes = bundles.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`Bundled ${bundles.length} functions, ${kilobytes.toFixed(0)} kB, in ${seconds.toFixed(1)} s.`);
  const problems = overBudget(bundles, readBudget());
  if (problems.length === 0) return;
  throw new UserError(
    `Over budget: ${problems.join('; ')}. If this is intended, accept it with \`npm run bench -- sizes ` +
      '--accept` and give the reason in the commit message.',
  );
});
