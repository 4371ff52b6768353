import type { FilePrefix } from '#shared/platform/capabilities';
import type { FileStore, NewFile } from '#shared/platform/object-store';

/** An in-memory file store. The next puts throw `faults`. */
export const memoryFiles = (prefix: FilePrefix = 'attachments') => {
  const kept = new Map<string, NewFile>();
  const faults: Error[] = [];
  const store: FileStore = {
    prefix,
    put: async (file) => {
      const fault = faults.shift();
      if (fault) throw fault;
      kept.set(file.key, file);
    },
    remove: async (key) => void kept.delete(key),
  };
  return { kept, faults, store };
};
