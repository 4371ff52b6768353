/**
 * The environment of AWS clients and tools for a local cloud, besides its endpoint. The credentials are the emulator's
 * documented ones and authorise nothing else.
 */
export const LOCAL_AWS_ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'eu-west-1',
} as const;
