import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { WantedStack } from './plan.ts';
import type { Template } from './template.ts';

const StackArtifact = v.looseObject({
  templateFile: v.string(),
  terminationProtection: v.optional(v.boolean(), false),
  requiresBootstrapStackVersion: v.optional(v.number(), 0),
});

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.looseObject({
      type: v.string(),
      /** `aws://<account>/<region>`, of a stack. */
      environment: v.optional(v.string(), ''),
      properties: v.optional(v.unknown()),
    }),
  ),
});

/** What an assembly deploys. */
export interface Assembly {
  readonly stacks: readonly WantedStack[];
  /** The lowest version of the CDK's bootstrap stack that can deploy it, by region; 0 where it needs none. */
  readonly bootstrapVersions: ReadonlyMap<string, number>;
}

const parsed = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Reads a synthesised assembly. */
export const readAssembly = (folder: string): Assembly => {
  const { artifacts } = v.parse(Manifest, parsed(join(folder, 'manifest.json')));
  const stacks = Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([name, { environment, properties }]) => ({
      name,
      region: environment.split('/').at(-1) ?? '',
      ...v.parse(StackArtifact, properties),
    }));
  const needed = [...Map.groupBy(stacks, ({ region }) => region)].map(
    ([region, own]) =>
      [region, Math.max(...own.map(({ requiresBootstrapStackVersion }) => requiresBootstrapStackVersion))] as const,
  );
  return {
    stacks: stacks.map(({ name, templateFile, terminationProtection }) => ({
      name,
      isProtected: terminationProtection,
      template: parsed(join(folder, templateFile)) as Template,
    })),
    bootstrapVersions: new Map(needed),
  };
};
