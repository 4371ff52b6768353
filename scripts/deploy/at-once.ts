import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assembly } from './assembly.ts';
import { movingAtOnce } from './shifts.ts';
import type { Template } from './template.ts';

interface AssetManifest {
  readonly files: Readonly<Record<string, { readonly source: { readonly path?: string } }>>;
}

/**
 * Lets aliases of a synthesised assembly move all traffic at once. The CDK uploads a template by the hash of its text,
 * and does not upload what is there, so the changed text gets a hash of its own.
 *
 * @param aliasesOf the logical ids of the aliases in a stack's template.
 */
export const moveAtOnce = (
  assemblyFolder: string,
  { stacks }: Assembly,
  aliasesOf: (stack: string, template: Template) => readonly string[],
): void => {
  const manifestFile = join(assemblyFolder, 'manifest.json');
  let manifest = readFileSync(manifestFile, 'utf8');
  for (const { name, template } of stacks) {
    const aliases = aliasesOf(name, template);
    if (aliases.length === 0) continue;
    const templateFile = `${name}.template.json`;
    const text = JSON.stringify(movingAtOnce(template, aliases), undefined, 1);
    writeFileSync(join(assemblyFolder, templateFile), text);
    const assetsFile = join(assemblyFolder, `${name}.assets.json`);
    const assets = readFileSync(assetsFile, 'utf8');
    const { files } = JSON.parse(assets) as AssetManifest;
    const [hash] = Object.entries(files).find(([, { source }]) => source.path === templateFile) ?? [];
    if (hash === undefined) throw new RangeError(`${assetsFile} does not list the template of ${name}`);
    const newHash = createHash('sha256').update(text).digest('hex');
    writeFileSync(assetsFile, assets.replaceAll(hash, newHash));
    manifest = manifest.replaceAll(hash, newHash);
  }
  writeFileSync(manifestFile, manifest);
};
