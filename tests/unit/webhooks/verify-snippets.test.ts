import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { guideSnippets } from '#tests/support/guide-snippets';
import { buildLanguage, canRun, LANGUAGES, verdictsOf } from './verify-languages.ts';
import { headerVectors, SECRET, type VerifyVector, verifyVectors } from './verify-vectors.ts';

const FOLDER = guideSnippets('docs/integrate/verifying-webhooks.md', 'verify-snippets');

type Verify = (vectors: readonly VerifyVector[]) => readonly boolean[] | Promise<readonly boolean[]>;

const inThisProcess =
  (file: string, signatureOf: (headers: VerifyVector['headers']) => unknown): Verify =>
  async (vectors) => {
    const { isGenuine } = await import(/* @vite-ignore */ join(FOLDER, file));
    return vectors.map(({ headers, body }) => isGenuine(Buffer.from(body), signatureOf(headers), SECRET));
  };

const serviceSignature = (headers: VerifyVector['headers']) => headers['X-Service-Signature'];

/** Promises that a snippet keeps these vectors. The vectors are made when it runs, because they contain the time. */
const keeps = (vectorsNow: () => readonly VerifyVector[], verify: Verify): void => {
  let vectors: readonly VerifyVector[];
  let verdicts: readonly boolean[];
  beforeAll(async () => {
    vectors = vectorsNow();
    verdicts = await verify(vectors);
  });

  test.each(vectorsNow().map(({ does }, index) => ({ does, index })))('$does', ({ index }) => {
    expect(verdicts[index]).toBe(vectors[index]?.isGenuine);
  });
};

/** Compiling Go's standard library takes a while on a busy machine. The result is kept for the next run. */
const BUILD_PATIENCE_MS = 600_000;

const everyVector = () => [...verifyVectors(), ...headerVectors()];

describe("the guide's snippet for Node.js", () => {
  keeps(everyVector, inThisProcess('verify.ts', serviceSignature));
});

const here = new Set(LANGUAGES.filter(canRun));

describe.each([...here])("the guide's snippet for $name", (language) => {
  beforeAll(() => buildLanguage(language, FOLDER), BUILD_PATIENCE_MS);

  keeps(everyVector, (vectors) => verdictsOf(language, FOLDER, vectors));
});

describe.each([
  { name: 'stripe', verify: inThisProcess('verify-stripe.ts', serviceSignature) },
  { name: 'standardwebhooks', verify: inThisProcess('verify-standard.ts', (headers) => headers) },
])("the guide's snippet with the package $name", ({ verify }) => {
  keeps(verifyVectors, verify);
});

test.for(LANGUAGES.filter((language) => !here.has(language)))(
  "the guide's snippet for $name: not tried, its runtime is missing here",
  ({ probe }, { skip }) => skip(`\`${probe.command.join(' ')}\` does not show ${probe.shows}`),
);
