import * as v from 'valibot';
import { CREATORS } from '#shared/events/catalogue';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { applicantStatusSchema } from '#shared/onboarding/applicants/timeline';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { type ApplicantExport, EXPORT_FAILURES, EXPORT_STATUSES, type ExportFailure } from './applicant-export.ts';

/** The path of calls about one export. */
export const exportPath = object({ id: described(idText, 'The id of the export (`exp_`).') });

const FAILURE_TEXTS = Object.entries(EXPORT_FAILURES)
  .map(([reason, text]) => `\`${reason}\`: ${text}`)
  .join('. ');

const exportFiltersBody = component(
  v.object({
    widgetId: v.exactOptional(described(v.string(), 'The id of the widget (`wgt_`).')),
    status: v.exactOptional(described(applicantStatusSchema, 'The status.')),
    referenceId: v.exactOptional(described(v.string(), 'The `referenceId`.')),
    environment: v.exactOptional(described(environmentSchema, 'The environment.')),
    createdBy: v.exactOptional(described(v.picklist(CREATORS), 'Who created the applicants.')),
    tag: v.exactOptional(described(v.string(), 'The tag, in lower case.')),
    search: v.exactOptional(described(v.string(), 'The text that is searched for.')),
    from: v.exactOptional(described(v.string(), 'The earliest `createdAt`.', DATE_TIME)),
    to: v.exactOptional(described(v.string(), 'The latest `createdAt`.', DATE_TIME)),
  }),
  'ExportFilters',
  'The filters of an export, as they were sent. Dates are given as timestamps.',
);

/** An export as the API shows it. */
export const exportBody = component(
  v.object({
    id: described(v.string(), 'The id of the export (`exp_`).'),
    status: described(
      v.picklist(EXPORT_STATUSES),
      '`pending`: created. `running`: the file is being written. `completed`: `url` has the file. `failed`: see `failureReason`.',
    ),
    filters: exportFiltersBody,
    progress: described(
      v.object({
        done: described(v.number(), 'The number of applicants that are written.', WHOLE),
        total: v.nullable(described(v.number(), 'The number of applicants that match. Null until counted.', WHOLE)),
      }),
      'How far the export is.',
    ),
    rows: v.nullable(
      described(v.number(), 'The number of applicants in the file. Null until the export is completed.', WHOLE),
    ),
    failureReason: v.nullable(
      described(
        v.picklist(Object.keys(EXPORT_FAILURES) as ExportFailure[]),
        `Why the export has failed; otherwise null. ${FAILURE_TEXTS}.`,
      ),
    ),
    createdAt: described(v.string(), 'When the export was created. Later applicants are not in it.', DATE_TIME),
    completedAt: v.nullable(described(v.string(), 'When the file was complete. Null until then.', DATE_TIME)),
    expiresAt: described(
      v.string(),
      'When the export and its file are deleted: 24 hours after `createdAt`.',
      DATE_TIME,
    ),
    url: v.nullable(
      described(
        v.string(),
        'The download URL of the CSV file, valid for one hour. Every read returns a new one. Null until the export is completed.',
        { format: 'uri' },
      ),
    ),
  }),
  'ApplicantExport',
  'A list of applicants that is written to a CSV file.',
);

/** The response with one export. */
export const exportResponse = v.object({ success: succeeded, data: exportBody });

/** Shows an export. @param url the download URL of its file; null until it is completed. */
export const exportView = (made: ApplicantExport, url: string | null): v.InferOutput<typeof exportBody> => {
  const { id, status, done, total, failureReason, createdAt, completedAt, expiresAt } = made;
  return {
    id,
    status,
    filters: Object.fromEntries(Object.entries(made.filters).filter(([, value]) => value !== undefined)),
    progress: { done, total },
    rows: status === 'completed' ? done : null,
    failureReason,
    createdAt,
    completedAt,
    expiresAt,
    url,
  };
};
