import { type App, Aspects } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, type INagLogger } from 'cdk-nag';
import { type SynthesizedApp, synthesizeApp } from './synthesis.ts';

/** One finding of cdk-nag: its rule, with the details that are in question, and the path of the resource. */
export interface Finding {
  readonly rule: string;
  readonly path: string;
}

/** Synthesizes what `build` adds to an app, and reviews it by the rules of AWS Solutions. */
export const reviewed = (build: (app: App) => void): SynthesizedApp & { readonly findings: readonly Finding[] } => {
  const findings: Finding[] = [];
  const ignore = () => undefined;
  const logger: INagLogger = {
    onCompliance: ignore,
    onSuppressed: ignore,
    onNotApplicable: ignore,
    onSuppressedError: ignore,
    onError: ({ ruleId, resource }) => void findings.push({ rule: `${ruleId} failed`, path: resource.node.path }),
    onNonCompliance: ({ ruleId, findingId, resource }) =>
      void findings.push({ rule: findingId ? `${ruleId}[${findingId}]` : ruleId, path: resource.node.path }),
  };
  const synthesized = synthesizeApp(
    (app) => {
      build(app);
      Aspects.of(app).add(new AwsSolutionsChecks({ reports: false, additionalLoggers: [logger] }));
    },
    // Tests evaluate the findings, so they must not end the synthesis.
    { '@aws-cdk/core:annotationsInValidationReport': false },
  );
  return { ...synthesized, findings };
};
