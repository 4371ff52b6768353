import { CfnIPSet, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { blockedAddresses, resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { ERRORS, type ErrorCode } from '#shared/errors/errors';

/**
 * The rules of AWS's core rule set that only count. Those on bodies take a body for an attack that is ordinary here: an
 * upload or any other above 8 KB, a webhook's address, the words of a dispute or a chat. The service parses each body
 * by a schema and never renders it. Clients of an API need not name themselves. Source: AWS WAF Developer Guide,
 * "Baseline rule groups".
 */
const COUNTED_RULES = [
  'NoUserAgent_HEADER',
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
];

/** How many requests one address may send in a minute: a quarter of what the whole stage admits. */
export const addressLimit = ({ throttle }: Pick<StageConfig, 'throttle'>): number =>
  Math.ceil(throttle.requestsPerSecond / 4) * 60;

const RATE_LIMITED_BODY = 'rate-limited';

/** Metrics, and no samples: those would show the credentials of requests. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

type Rule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>;

const managed = (name: string, counted: readonly string[] = []): Rule => ({
  name,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
});

const setOf = (scope: Construct, stage: StageConfig, ipAddressVersion: 'IPV4' | 'IPV6') =>
  new CfnIPSet(scope, `blocked-${ipAddressVersion.toLowerCase()}`, {
    name: blockedAddresses(stage.stage)[ipAddressVersion],
    scope: 'CLOUDFRONT',
    ipAddressVersion,
    // An operator fills it: a deploy that changes nothing here leaves it as it is.
    addresses: [],
  });

/**
 * The firewall of an edge: blocked addresses, addresses with a bad reputation, floods of one address, and requests that
 * look like known attacks. What one address may send is far above the limits of the interface, so it is met by floods
 * only; the response is that of our own limits.
 */
export const makeFirewall = (scope: Construct, stage: StageConfig): CfnWebACL => {
  const blocked = (['IPV4', 'IPV6'] as const).map((version) => setOf(scope, stage, version));
  const rules: readonly Rule[] = [
    {
      name: 'blocked-addresses',
      action: { block: {} },
      statement: {
        orStatement: { statements: blocked.map(({ attrArn }) => ({ ipSetReferenceStatement: { arn: attrArn } })) },
      },
    },
    managed('AWSManagedRulesAmazonIpReputationList'),
    {
      name: 'address-limit',
      action: {
        block: {
          customResponse: {
            responseCode: ERRORS.RATE_LIMITED[0],
            customResponseBodyKey: RATE_LIMITED_BODY,
            responseHeaders: [
              { name: 'Retry-After', value: '60' },
              { name: 'X-Error-Code', value: 'RATE_LIMITED' satisfies ErrorCode },
            ],
          },
        },
      },
      statement: {
        rateBasedStatement: { aggregateKeyType: 'IP', limit: addressLimit(stage), evaluationWindowSec: 60 },
      },
    },
    managed('AWSManagedRulesKnownBadInputsRuleSet'),
    managed('AWSManagedRulesCommonRuleSet', COUNTED_RULES),
  ];
  return new CfnWebACL(scope, 'firewall', {
    name: resourceName(stage.stage, 'firewall'),
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    customResponseBodies: {
      [RATE_LIMITED_BODY]: {
        contentType: 'APPLICATION_JSON',
        content: JSON.stringify({ success: false, message: ERRORS.RATE_LIMITED[1] }),
      },
    },
    visibilityConfig: visibility(resourceName(stage.stage, 'firewall')),
    rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
  });
};
