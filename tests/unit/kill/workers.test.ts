import { expect, test } from 'vitest';
import { workersIn } from '#tests/kill/workers';

const CLOUD_PID = 4000;
const FOLDER = '/tmp/local-cloud-37b5xgau/ministack-lambda-kyb-service-local';

test('the workers of a local cloud are its own children that run a function, each by the name of its function', () => {
  const processes = [
    `    1     0 /sbin/init`,
    ` 4000  3990 /srv/service/.local/venv/bin/python /srv/service/scripts/local-cloud/run.py`,
    ` 4101  4000 node ${FOLDER}-assess-applicant-ab1_z9xq/_worker.mjs`,
    `94102  4000 /usr/bin/node ${FOLDER}-plan-delivery-q7c0lmno/_worker.mjs`,
  ].join('\n');
  expect(workersIn(processes, CLOUD_PID)).toEqual([
    { pid: 4101, functionName: 'assess-applicant' },
    { pid: 94102, functionName: 'plan-delivery' },
  ]);
});

test('nothing else is a worker: no worker of another local cloud, no other process of the cloud, and no process that names one', () => {
  const processes = [
    ` 5101  5000 node ${FOLDER}-assess-applicant-ab1_z9xq/_worker.mjs`,
    ` 4103  4000 /usr/bin/git status`,
    ` 4104  3990 tail -f ${FOLDER}-plan-delivery-q7c0lmno/_worker.mjs`,
    ` 4105  4000 node /tmp/local-cloud-37b5xgau/ministack-lambda-other-service-q7c0lmno/_worker.mjs`,
    ` 4000  3990 /srv/service/.local/venv/bin/python /srv/service/scripts/local-cloud/run.py`,
    '',
  ].join('\n');
  expect(workersIn(processes, CLOUD_PID)).toEqual([]);
});
