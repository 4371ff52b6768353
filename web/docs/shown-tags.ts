import type { ApiDocument } from './document.ts';

/** Removes the tags whose operations are all hidden (`x-internal`), which the renderer would show as empty groups. */
export const withShownTags = (document: ApiDocument): ApiDocument => {
  const operations = Object.values(document.paths).flatMap((members) => Object.values(members));
  const shown = new Set(operations.flatMap(({ tags, 'x-internal': isInternal }) => (isInternal ? [] : (tags ?? []))));
  return { ...document, tags: document.tags.filter(({ name }) => shown.has(name)) };
};
