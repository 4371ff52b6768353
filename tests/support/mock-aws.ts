import { mockClient } from 'aws-sdk-client-mock';
import { afterAll } from 'vitest';

/**
 * Replaces an AWS client, or all clients of a class, by a mock until the end of the test file. Test files share a
 * process: a class that stayed mocked would respond to the clients of the files that follow.
 */
export const mockAws: typeof mockClient = (client) => {
  const mock = mockClient(client);
  afterAll(() => void mock.restore());
  return mock;
};
