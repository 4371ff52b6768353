import type { ModuleValues } from './values.ts';

/** A file that was uploaded. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
}

/** What an applicant is asked to change after a review, and the reviewer's words for it. */
export interface Resubmission {
  readonly modules: readonly string[];
  readonly message: string | null;
}

/** A session as the API returns it. */
export interface Session {
  readonly sessionId: string;
  readonly status: 'in_progress' | 'submitted';
  readonly currentModuleId: string | null;
  readonly answers: Readonly<Record<string, ModuleValues>>;
  readonly attachments: Readonly<Record<string, readonly Attachment[]>>;
  readonly referenceId: string | null;
  /** The modules that can be answered; told when a session is opened or read. */
  readonly openModules?: readonly string[];
  readonly resubmission?: Resubmission | null;
}

/** A session that was opened. */
export interface OpenedSession extends Session {
  readonly applicantId: string;
  /** What the customer stated about the business: only with a link that it signed. */
  readonly subject?: Readonly<Record<string, string>> | null;
}
