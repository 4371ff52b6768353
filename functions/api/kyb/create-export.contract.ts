import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { warningsSchema } from '#shared/http/warnings';
import { exportResponse } from '#shared/onboarding/exports/export-view';
import { createExportBody } from './contract-parts.ts';

/** Writes a list of applicants to a file. */
export const createExport = contract({
  name: 'create-export',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/exports',
  summary: 'Export applicants',
  description:
    'Writes the applicants that pass the filters to a CSV file, newest first: those that exist at the moment of the call, ' +
    'at most 100,000. Read the export until it is `completed`: its `url` has the file. The export and its file are deleted ' +
    'after 24 hours. An account makes one export at a time: until it has ended, another one is `409 EXPORT_RUNNING`. ' +
    '`warnings` lists the fields of the body that do not exist: they filter nothing.',
  caller: 'account',
  body: createExportBody,
  success: { 201: v.object({ ...exportResponse.entries, warnings: warningsSchema }) },
  errors: ['EXPORT_RUNNING', 'WIDGET_NOT_FOUND'],
  idempotent: 'commit',
  links: [{ to: 'read-export', parameters: { id: 'data.id' } }],
  touches: { reads: ['widget'], writes: ['applicantExports', 'outbox'] },
});
