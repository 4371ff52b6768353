// Writes the types of a client: node generate.mjs <document> <file>. Uploads are blobs, as the guide of openapi-typescript
// has it (https://openapi-ts.dev/node#example-blob-types); its command line would make them strings.

import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const BLOB = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'));

const [document = '', file = ''] = process.argv.slice(2);
const nodes = await openapiTS(JSON.parse(readFileSync(document, 'utf8')), {
  transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
});
writeFileSync(file, astToString(nodes));
