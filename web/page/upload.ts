/**
 * An upload. From `waiting` and `running` it disappears once the service has the file, or becomes `failed`, which can
 * be retried, or `refused`, which cannot.
 */
export interface Upload {
  readonly key: string;
  readonly moduleId: string;
  readonly file: File;
  readonly status: 'waiting' | 'running' | 'failed' | 'refused';
  readonly percent: number;
  /** The problem, once it failed or was refused. */
  readonly problem?: string;
  /** The id of the file that it replaces. */
  readonly replaces?: string;
}
