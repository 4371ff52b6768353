import { CreateSecretCommand, ResourceExistsException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/**
 * Stores a secret for samples on the running deployment, unless it is there.
 *
 * @returns its name.
 */
export const withSecret = async (name: string, value: unknown): Promise<string> => {
  const client = new SecretsManagerClient();
  try {
    await client.send(new CreateSecretCommand({ Name: name, SecretString: JSON.stringify(value) }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  } finally {
    client.destroy();
  }
  return name;
};
