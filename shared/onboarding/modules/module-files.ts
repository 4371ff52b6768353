import { MODULES, type ModuleId } from './modules.ts';

/** How many files an applicant can attach to a module for one submission. */
export const MAX_FILES_PER_MODULE = 10;

/** How many files a session holds, over all its submissions: with the longest answers they fit in one item of 400 kB. */
export const MAX_FILES_PER_SESSION = 200;

/** How many files the modules need that are not complete without. */
export const FILES_NEEDED: Readonly<Partial<Record<ModuleId, number>>> = { document_upload: 1 };

/** How a module takes files: it is complete only with one, it may have some, or its form asks for none. */
export type FileNeed = 'required' | 'optional' | 'none';

/** How a module's form takes files: the modules that are about a document offer to attach it. */
export const fileNeedOf = (moduleId: ModuleId): FileNeed => {
  if (FILES_NEEDED[moduleId] !== undefined) return 'required';
  return MODULES[moduleId].source === 'documents' || moduleId === 'utility_bill_verification' ? 'optional' : 'none';
};
