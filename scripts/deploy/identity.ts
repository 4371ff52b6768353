import { AssumeRoleCommand, GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { bootstrapRole } from '#infra/bootstrap';
import type { StageConfig } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';
import { operatorError } from '#scripts/ops/problems';

/**
 * The AWS account of the credentials in use.
 *
 * @throws UserError when there are none, or AWS does not accept them.
 */
export const callerAccount = async (sts: STSClient, stage: string): Promise<string> => {
  try {
    const { Account = '' } = await sts.send(new GetCallerIdentityCommand({}));
    return Account;
  } catch (error) {
    throw operatorError(error, stage);
  }
};

/** Temporary credentials, as AWS clients take them. */
export interface TemporaryCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/**
 * Credentials of one of the bootstrap's roles, which the CDK uses too. So whoever may deploy, such as a pipeline that may
 * assume nothing but the bootstrap's roles, may also see what would change, and keep what was deployed.
 *
 * @throws UserError when the role does not exist or may not be assumed.
 */
export const bootstrapCredentials = async (
  sts: STSClient,
  kind: 'deploy' | 'file-publishing',
  account: string,
  { stage, region }: Pick<StageConfig, 'stage' | 'region'>,
): Promise<TemporaryCredentials> => {
  const role = bootstrapRole(kind, account, region);
  try {
    const { Credentials } = await sts.send(
      new AssumeRoleCommand({ RoleArn: `arn:aws:iam::${account}:role/${role}`, RoleSessionName: 'kyb-service-deploy' }),
    );
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = Credentials ?? {};
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
  } catch (error) {
    // Security Token Service answers in the same way for a role that does not exist.
    if (!(error instanceof Error) || !/^AccessDenied/.test(error.name)) throw operatorError(error, stage);
    throw new UserError(
      `These credentials may not assume the role ${role}. If the account is not bootstrapped in ${region}, run: ` +
        `npx cdk bootstrap --context stage=${stage}. Otherwise grant them sts:AssumeRole on it.`,
    );
  }
};
