import { mockClient } from 'aws-sdk-client-mock';
import { afterAll } from 'vitest';

/**
 * Mocks an AWS client, or all clients of a class, until the end of the test file. Test files share a process: a class
 * that stayed mocked would also mock the clients of later files.
 */
export const mockAws: typeof mockClient = (client) => {
  const mock = mockClient(client);
  afterAll(() => void mock.restore());
  return mock;
};
