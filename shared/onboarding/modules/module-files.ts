import { MODULES, type ModuleId } from './modules.ts';

/** Maximum number of files that an applicant can attach to a module for one submission. */
export const MAX_FILES_PER_MODULE = 10;

/**
 * Maximum number of files of a session, over all its submissions: with the longest answers they fit in one item of 400
 * kB.
 */
export const MAX_FILES_PER_SESSION = 200;

/** Number of files that a module needs to be complete; other modules need none. */
export const FILES_NEEDED: Readonly<Partial<Record<ModuleId, number>>> = { document_upload: 1 };

/** Whether a module must have a file, may have some, or offers none. */
export type FileNeed = 'required' | 'optional' | 'none';

/** Whether a module's form offers files: those about a document do. */
export const fileNeedOf = (moduleId: ModuleId): FileNeed => {
  if (FILES_NEEDED[moduleId] !== undefined) return 'required';
  return MODULES[moduleId].source === 'documents' || moduleId === 'utility_bill_verification' ? 'optional' : 'none';
};
