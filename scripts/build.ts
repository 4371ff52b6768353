import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { overBudget, readBudget } from '#scripts/bundle/budget';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import type { BundledPackage } from '#scripts/bundle/licences';
import { sbomOf } from '#scripts/bundle/sbom';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { UserError } from '#scripts/local-cloud/user-error';

const USAGE = {
  command: 'npm run build',
  does: `Bundles every function into dist/, each within the budget of bundle-budget.json. What third parties wrote of it is
listed in dist/sbom.cdx.json (CycloneDX), with their texts in dist/THIRD_PARTY_LICENCES.txt.`,
} as const;

const DIST = join(PROJECT_FOLDER, 'dist');

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

await runScript(USAGE, async () => {
  const startedAt = performance.now();
  const bundles = await bundleFunctions(listFunctions(), DIST);
  const packages = bundles.flatMap(({ name }): BundledPackage[] => read(join(DIST, name, 'licences.json')));
  const [lock, service] = ['package-lock.json', 'package.json'].map((file) => read(join(PROJECT_FOLDER, file)));
  writeFileSync(join(DIST, 'sbom.cdx.json'), sbomOf(packages, lock, service));
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
