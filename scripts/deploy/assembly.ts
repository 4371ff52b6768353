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
  artifacts: v.record(v.string(), v.looseObject({ type: v.string(), properties: v.optional(v.unknown()) })),
});

/** What an assembly deploys. */
export interface Assembly {
  readonly stacks: readonly WantedStack[];
  /** The lowest version of the CDK's bootstrap stack that can deploy it; 0 when it needs none. */
  readonly bootstrapVersion: number;
}

const parsed = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Reads a synthesised assembly. */
export const readAssembly = (folder: string): Assembly => {
  const { artifacts } = v.parse(Manifest, parsed(join(folder, 'manifest.json')));
  const stacks = Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([name, { properties }]) => ({ name, ...v.parse(StackArtifact, properties) }));
  return {
    stacks: stacks.map(({ name, templateFile, terminationProtection }) => ({
      name,
      isProtected: terminationProtection,
      template: parsed(join(folder, templateFile)) as Template,
    })),
    bootstrapVersion: Math.max(...stacks.map(({ requiresBootstrapStackVersion }) => requiresBootstrapStackVersion)),
  };
};
