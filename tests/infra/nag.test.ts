import { Aspects } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks, type INagLogger } from 'cdk-nag';
import { expect, test } from 'vitest';
import { makeService } from '#infra/service';
import { codeOf, settingsOf, synthesizeApp } from './synthesis.ts';

/** Accepted findings of cdk-nag. Every entry must still be reported. */
const ACCEPTED: readonly { readonly rule: string | RegExp; readonly where: RegExp; readonly reason: string }[] = [
  {
    rule: 'AwsSolutions-APIG4',
    where: /((GET|HEAD|POST|PUT|PATCH|DELETE) --\S+|DefaultRoute)\/Resource$/,
    reason:
      'Who may call is part of an endpoint’s contract and decided in its function, which answers in our error shapes.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    where: /^kyb-service-prod-data\/secret-(signing|pepper|vault)\/Resource$/,
    reason:
      'Rotated by the operator (docs/operate/operating.md): the service follows a new version by itself, no function needed.',
  },
  {
    rule: 'AwsSolutions-SQS3',
    where: /\/(publish-events|keep-lists|unpublishable-events)-dlq\/Resource$/,
    reason: 'It is a dead-letter queue: of a stream mapping and of code, which the rule does not look at.',
  },
  {
    rule: 'AwsSolutions-S1',
    where: /^kyb-service-prod-data\/files\/Resource$/,
    reason:
      'The record of each file says who sent it and when; an access log would be a second bucket full of the same keys.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::<files\w+\.Arn>\/(verifications|attachments|disputes|exports)\/\*\]$/,
    where: /-role\/Resource$/,
    reason: 'The keys of files end with ids that are made when they are kept: the prefix is as narrow as it can be.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::<\w+\.Arn>:\*\]$/,
    where: /SchedulerRoleForTarget-\w+\/DefaultPolicy\/Resource$/,
    reason: 'Any version of the one function: the CDK’s own grant for a schedule’s target.',
  },
];

interface Finding {
  readonly rule: string;
  readonly path: string;
}

const reviewed = (): readonly Finding[] => {
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
  synthesizeApp(
    (app) => {
      const optional = { outsideProbe: { host: 'api.example.com' }, monthlyBudgetUsd: 300, expectedCallsPerHour: 1 };
      makeService(app, { stage: { ...settingsOf('prod'), ...optional }, codeOf });
      Aspects.of(app).add(new AwsSolutionsChecks({ reports: false, additionalLoggers: [logger] }));
    },
    // The test below evaluates the findings, so they must not end the synthesis.
    { '@aws-cdk/core:annotationsInValidationReport': false },
  );
  return findings;
};

const findings = reviewed();
const accepts = ({ rule, where }: (typeof ACCEPTED)[number], finding: Finding): boolean =>
  (typeof rule === 'string' ? rule === finding.rule : rule.test(finding.rule)) && where.test(finding.path);

test('prod follows the rules of AWS Solutions, except for findings that are accepted with a reason', () => {
  expect(findings.filter((finding) => !ACCEPTED.some((accepted) => accepts(accepted, finding)))).toEqual([]);
});

test.each(ACCEPTED)('$rule still needs its reason', (accepted) => {
  expect(findings.some((finding) => accepts(accepted, finding))).toBe(true);
  expect(accepted.reason.length).toBeGreaterThan(20);
});
