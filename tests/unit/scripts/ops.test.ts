import { describe, expect, test } from 'vitest';
import { helpText, UsageError } from '#scripts/command-line/usage';
import { UserError } from '#scripts/local-cloud/user-error';
import { OPS_COMMANDS, OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { operatorError } from '#scripts/ops/problems';
import { SecretUnavailable } from '#shared/platform/secrets';
import { memoryTable } from '#tests/support/memory-table';
import { effectsOn } from '#tests/support/operator';

const effects = () => effectsOn(memoryTable());

describe('an operator’s command', () => {
  test.each([[], ['nothing'], ['toString'], ['recover-deliveries', 'more'], ['reactivate-registration', 'usr_1']])(
    'that is unknown, or has other arguments, prints the usage: %j %j',
    (...command) => {
      expect(() => opsCommand(command.filter(Boolean))).toThrow(UsageError);
    },
  );

  test.each([
    [['recover-deliveries'], { 'dry-run': true }, 'recover-deliveries does not take --dry-run'],
    [['reseal-secrets'], { force: true }, 'reseal-secrets does not take --force'],
    [['rotate-secret', 'vault'], { 'read-units': '5' }, 'rotate-secret does not take --read-units'],
    [['reseal-secrets'], { 'read-units': '0' }, '--read-units must be a whole number'],
    [['reseal-secrets'], { 'read-units': 'many' }, '--read-units must be a whole number'],
  ])('%j with %j is refused before anything is done', (words, options, message) => {
    expect(() => opsCommand(words, options)).toThrow(UsageError);
    expect(() => opsCommand(words, options)).toThrow(message);
  });

  test('is in the usage with what it does', () => {
    for (const [name, { summary }] of Object.entries(OPS_COMMANDS)) {
      expect(helpText(OPS_USAGE)).toContain(name);
      expect(helpText(OPS_USAGE)).toContain(summary);
    }
  });

  test('reports how many deliveries it recovered', async () => {
    expect(await opsCommand(['recover-deliveries'])(effects())).toMatch(/^0 deliveries/);
  });
});

describe('an error of the AWS client', () => {
  const named = (name: string) => Object.assign(new Error('No identity-based policy allows it'), { name });

  test.each([
    ['CredentialsProviderError', 'There are no AWS credentials. Use those of the AWS account of stage prod.'],
    ['ExpiredTokenException', 'The AWS credentials have expired. Get new ones for the AWS account of stage prod.'],
    [
      'UnrecognizedClientException',
      'AWS does not recognise these credentials. Use those of the AWS account of stage prod.',
    ],
    ['ExpiredToken', 'The AWS credentials have expired. Get new ones for the AWS account of stage prod.'],
    ['InvalidClientTokenId', 'AWS does not recognise these credentials. Use those of the AWS account of stage prod.'],
    [
      'InvalidSignatureException',
      'AWS does not recognise these credentials. Use those of the AWS account of stage prod.',
    ],
    ['AccessDenied', 'These credentials lack a permission: No identity-based policy allows it'],
    ['AccessDeniedException', 'These credentials lack a permission: No identity-based policy allows it'],
    [
      'ResourceNotFoundException',
      'Stage prod was not found. Check that the credentials are those of its AWS account, and that it is deployed.',
    ],
  ])('about the credentials is one line: %s', (name, line) => {
    expect(operatorError(named(name), 'prod')).toEqual(new UserError(line));
  });

  test('about the credentials is also one line if another error wraps it', () => {
    const wrapped = new SecretUnavailable('kyb-service/prod/vault', 'could not be read', {
      cause: named('CredentialsProviderError'),
    });
    expect(operatorError(wrapped, 'prod')).toEqual(
      new UserError('There are no AWS credentials. Use those of the AWS account of stage prod.'),
    );
  });

  test('about the network is one line', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND dynamodb.eu-west-1.amazonaws.com'), {
      code: 'ENOTFOUND',
    });
    expect(operatorError(new Error('Retries are used up', { cause }), 'prod')).toEqual(
      new UserError(
        'AWS cannot be reached (getaddrinfo ENOTFOUND dynamodb.eu-west-1.amazonaws.com). Check the network, then run the command again.',
      ),
    );
  });

  test('that is its own cause does not loop', () => {
    const endless = new Error('one');
    endless.cause = endless;
    expect(operatorError(endless, 'prod')).toBe(endless);
  });

  test.each([named('TimeoutError'), named('toString'), 'no error at all'])(
    'of any other kind is itself: %s',
    (error) => {
      expect(operatorError(error, 'prod')).toBe(error);
    },
  );
});
