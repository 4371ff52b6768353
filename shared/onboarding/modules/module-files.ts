import type { ModuleId } from './modules.ts';

/** How many files an applicant can attach to a module, over all its submissions. */
export const MAX_FILES_PER_MODULE = 10;

/** How many files the modules need that are not complete without. */
export const FILES_NEEDED: Readonly<Partial<Record<ModuleId, number>>> = { document_upload: 1 };
