import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { UserError } from '#scripts/local-cloud/user-error';
import type { Template } from './template.ts';

const Artefact = v.object({
  stage: v.string(),
  commit: v.optional(v.string()),
  bundles: v.record(v.string(), v.string()),
});

/** What a stage ran when it was deployed and tried, for a promotion to another stage. */
export interface Artefact {
  readonly stage: string;
  readonly commit?: string | undefined;
  /** The name in S3, a hash of the contents, of each function's bundle, by the function's name without its stage. */
  readonly bundles: Readonly<Record<string, string>>;
}

/** Where a deploy notes it, in the folder of its stage. */
export const ARTEFACT_FILE = 'artefact.json';

interface StackOf {
  readonly template: Template;
}

/** The bundles of a stage's functions. */
export const bundlesOf = (stacks: readonly StackOf[], stage: string): Artefact['bundles'] =>
  Object.fromEntries(
    stacks
      .flatMap(({ template: { Resources = {} } }) => Object.values(Resources))
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .flatMap(({ Properties = {} }) => {
        const name = Properties['FunctionName'];
        const { S3Key } = Properties['Code'] as { readonly S3Key?: string };
        const prefix = `kyb-service-${stage}-`;
        return typeof name === 'string' && S3Key !== undefined ? [[name.replace(prefix, ''), S3Key] as const] : [];
      })
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** @throws UserError when the file is not one that a deploy has written. */
export const readArtefact = (file: string): Artefact => {
  try {
    return v.parse(Artefact, JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UserError(`${file} is not the artefact.json of a deploy: ${(error as Error).message}`);
  }
};

/**
 * Refuses to promote what another stage has not run. A bundle does not depend on its stage, so those of the same sources
 * are equal, byte by byte.
 *
 * @throws UserError naming each function that differs.
 */
export const checkPromotion = (artefact: Artefact, stacks: readonly StackOf[], stage: string): void => {
  const wanted = bundlesOf(stacks, stage);
  const names = [...new Set([...Object.keys(artefact.bundles), ...Object.keys(wanted)])].sort();
  const different = names.filter((name) => artefact.bundles[name] !== wanted[name]);
  if (different.length === 0 && names.length > 0) return;
  const from = artefact.commit === undefined ? 'changes that nobody had committed' : `the commit ${artefact.commit}`;
  throw new UserError(
    `This is not what ${artefact.stage} ran, which was built from ${from}. It differs in ` +
      `${different.join(', ') || 'everything'}. Check that commit out, run npm ci, and run the command again.`,
  );
};
