import type { ApiDocument, Operation } from './document.ts';
import { typescriptSample } from './typescript-sample.ts';

const isOperation = (member: unknown): member is Operation =>
  typeof member === 'object' && member !== null && 'operationId' in member;

/** Adds a sample in TypeScript to every operation (`x-codeSamples`), because the renderer has none. */
export const withSamples = (document: ApiDocument): ApiDocument => {
  const sampled = (path: string, method: string, operation: Operation): Operation => {
    const source = typescriptSample({ document, path, method, operation });
    return Object.assign({}, operation, { 'x-codeSamples': [{ lang: 'typescript', label: 'TypeScript', source }] });
  };
  const paths = Object.entries(document.paths).map(([path, members]) => [
    path,
    Object.fromEntries(
      Object.entries(members).map(([method, member]) => [
        method,
        isOperation(member) ? sampled(path, method, member) : member,
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
};
