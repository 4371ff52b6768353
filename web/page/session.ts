import type { ModuleValues } from './values.ts';

/** An uploaded file. */
export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
}

/** A reviewer's request to change answers, with their message. */
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
  /** The modules that can be answered; present when a session is opened or read. */
  readonly openModules?: readonly string[];
  readonly resubmission?: Resubmission | null;
}

/** A session that was opened. */
export interface OpenedSession extends Session {
  readonly applicantId: string;
  /** What the customer stated about the business; present only with a link that it signed. */
  readonly subject?: Readonly<Record<string, string>> | null;
}
