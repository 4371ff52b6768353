/**
 * A file on its way. `waiting` for its turn and `running` become no upload at all once the service has the file, or
 * `failed`, which can be tried again; `refused` cannot.
 */
export interface Upload {
  readonly key: string;
  readonly moduleId: string;
  readonly file: File;
  readonly status: 'waiting' | 'running' | 'failed' | 'refused';
  readonly percent: number;
  /** What is wrong with it, once it failed or was refused. */
  readonly problem?: string;
  /** The id of the file that it takes the place of. */
  readonly replaces?: string;
}
