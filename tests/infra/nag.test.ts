import { expect, test } from 'vitest';
import { makeService } from '#infra/service';
import { type Finding, reviewed } from './nag.ts';
import { codeOf, settingsOf, withEdge } from './synthesis.ts';

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
    rule: 'AwsSolutions-IAM5[Resource::*]',
    where: /-role\/Resource$/,
    reason: 'With tracing, functions send traces to X-Ray, whose actions have no resources to restrict them to.',
  },
  {
    rule: 'AwsSolutions-CFR1',
    where: /^kyb-service-prod-edge\/distribution\/Resource$/,
    reason: 'Applicants and integrators call from anywhere; a widget’s allowedCountries decide for its own form.',
  },
  {
    rule: 'AwsSolutions-CFR3',
    where: /^kyb-service-prod-edge\/distribution\/Resource$/,
    reason: 'It is logged by the newer standard logging, which the rule does not look at, without paths and queries.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::(\*|arn:aws:lambda:.*:function:kyb-service-prod-\*)\]$/,
    where: /^kyb-service-prod-api\/traffic-shift-role\/Resource$/,
    reason: 'CodeDeploy moves the alias of any endpoint; reading alarms has no narrower resource.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::<\w+\.Arn>:\*\]$/,
    where: /SchedulerRoleForTarget-\w+\/DefaultPolicy\/Resource$/,
    reason: 'Any version of the one function: the CDK’s own grant for a schedule’s target.',
  },
];

/** Prod with what stages may choose, so that it is reviewed too. */
const optional = { outsideProbe: { host: 'api.example.com' }, monthlyBudgetUsd: 300, expectedCallsPerHour: 1 };
const stage = withEdge({ ...settingsOf('prod'), tracing: true, ...optional });
const { findings } = reviewed((app) => makeService(app, { stage, codeOf }));
const accepts = ({ rule, where }: (typeof ACCEPTED)[number], finding: Finding): boolean =>
  (typeof rule === 'string' ? rule === finding.rule : rule.test(finding.rule)) && where.test(finding.path);

test('prod follows the rules of AWS Solutions, except for findings that are accepted with a reason', () => {
  expect(findings.filter((finding) => !ACCEPTED.some((accepted) => accepts(accepted, finding)))).toEqual([]);
});

test.each(ACCEPTED)('$rule still needs its reason', (accepted) => {
  expect(findings.some((finding) => accepts(accepted, finding))).toBe(true);
  expect(accepted.reason.length).toBeGreaterThan(20);
});
