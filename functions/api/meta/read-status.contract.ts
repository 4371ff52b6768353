import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { component, described } from '#shared/platform/described';

const statusBody = component(
  v.object({
    version: described(v.string(), 'The version of the API.'),
    stage: described(v.string(), 'The stage that responds, such as `prod`.'),
    region: described(v.string(), 'The AWS Region that responds, such as `af-south-1`.'),
  }),
  'ServiceStatus',
  'Which deployment of the service responds.',
);

/** Reports that the API responds, and its deployment. */
export const readStatus = contract({
  name: 'read-status',
  group: 'meta',
  method: 'GET',
  route: '/v1/status',
  summary: 'Read the status of the API',
  description:
    'Returns 200 while the API accepts requests. It reads nothing, so that it is no statement about any particular ' +
    'endpoint or source.',
  caller: 'public',
  success: { 200: v.object({ success: succeeded, data: statusBody }) },
  touches: {},
});
