import type { SecretName } from '#shared/platform/capabilities';
import type { StageName } from './stage-config.ts';

/** The fixed name of a resource of a stage, such as `kyb-service-dev-deliveries`. Stacks are named in the same way. */
export const resourceName = (stage: StageName, name: string): string => `kyb-service-${stage}-${name}`;

/** The fixed name of a secret of a stage, such as `kyb-service/dev/signing`. */
export const secretName = (stage: StageName, name: SecretName): string => `kyb-service/${stage}/${name}`;

/**
 * The function that responds to requests that no contract routes: preflight requests, unknown routes, wrong methods.
 */
export const FALLBACK_FUNCTION = 'answer-unrouted';

/** The configuration set that a stage's mails are sent with, so that their bounces and complaints are reported. */
export const mailConfigurationSet = (stage: StageName): string => resourceName(stage, 'mails');

/** The only region that has the metrics of Route 53's health checks. */
export const PROBE_REGION = 'us-east-1';
/** The domain that a stage's mails bounce to. It sends and receives nothing else, as SES demands. */
export const mailFromDomain = (domain: string): string => `bounce.${domain}`;

/** The stage's event bus. */
export const busName = (stage: StageName): string => resourceName(stage, 'events');

/**
 * The log group of the API's access log. Log groups with this prefix do not each need a resource policy (AWS, "Enabling
 * logging from AWS services").
 */
export const accessLogName = (stage: StageName): string => `/aws/vendedlogs/${resourceName(stage, 'api')}`;

/** The fixed name of the secret of a stage's edge, in the region of edges: the secrets themselves, by their hashes. */
export const edgeSecretName = (stage: StageName): string => `kyb-service/${stage}/edge`;

/** The sets of addresses that a stage's firewall blocks. An operator fills them (`npm run ops -- block-address`). */
export const blockedAddresses = (stage: StageName): Readonly<Record<'IPV4' | 'IPV6', string>> => ({
  IPV4: resourceName(stage, 'blocked-ipv4'),
  IPV6: resourceName(stage, 'blocked-ipv6'),
});

/** The name by which an edge finds the API behind it. Only DNS knows it: the API answers to the edge's own host. */
export const originHost = (domainName: string): string => `origin.${domainName}`;

/** The tags of a stage's resources. CloudFormation applies those of a stack to every resource in it. */
export const tagsOf = (stage: StageName) => ({ service: 'kyb-service', stage });
