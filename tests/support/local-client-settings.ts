import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';

/** The settings of a test's AWS client for the local cloud at this address, as an administrator. */
export const localClientSettings = (endpoint: string) => ({
  endpoint,
  region: LOCAL_AWS_ENVIRONMENT.AWS_REGION,
  credentials: {
    accessKeyId: LOCAL_AWS_ENVIRONMENT.AWS_ACCESS_KEY_ID,
    secretAccessKey: LOCAL_AWS_ENVIRONMENT.AWS_SECRET_ACCESS_KEY,
  },
});
