import { globSync, readFileSync } from 'node:fs';

/** Every page with instructions: how to use the service, how to run it, and how to work on it. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('docs/{integrate,operate,contribute}/*.md').sort(),
];

/** The printed commands that the tests of their page do not run, with the reason. All others run. */
export const NOT_RUN: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm start\b/, 'deploys to a local cloud, as this suite does before its first test'],
  [/^npm (?:test|run check)\b/, 'runs the suites and checks, this one among them'],
  [/^npm run new\b/, 'changes the project: tests/scaffold runs it on a copy'],
  [/^npm run invoke -- log-in --inspect/, 'waits for a debugger'],
  [/^npm run invoke -- read-applicant --event /, "takes the reader's own event: samples.test.ts runs every sample"],
  [/^npm run ops -- /, 'names another stage: operator-commands.test.ts runs it on this one'],
  [/^npm run make-admin -- /, 'names another stage: tests/integration/ops/make-admin.test.ts runs it on a table'],
  [/^kyb (?:listen|tail)\b/, 'runs until it is stopped: tests/e2e/client.test.ts runs it'],
  [/^kyb login\b/, 'asks for a key: tests/e2e/client.test.ts logs in by a pipe'],
  [
    /^npm install (?:--global )?\.\/kyb-client-/,
    "changes the reader's own project: tests/e2e/client.test.ts installs the package in one",
  ],
  [/^npm ci$/, 'installs the packages that run this'],
  [/^npm run deploy -- /, 'works on an account of AWS: tests/deploy runs it on a local cloud'],
  [/^npm run restore -- /, 'works on an account of AWS: tests/deploy runs it on a local cloud'],
  [/^npx cdk deploy --app /, 'works on an account of AWS: tests/infra/pipeline.test.ts checks its template'],
  [/^npx cdk bootstrap /, 'works on an account of AWS: the local cloud is bootstrapped by `npm start`'],
];

/** A block with an AWS command, which aws-commands.test.ts runs as a whole. */
const OF_AWS = /^ *(?:\w+=\$\()?aws /m;

/** A shell block, at any depth of a list. */
const BLOCK = /^( *)```sh\n(.*?)^\1```$/gms;

/** The refusals that a block announces: "# 409 {...}" on a line of its own. */
const ANNOUNCED = /^# ([45]\d\d)\b/gm;

/** The commands of a page's blocks, in order. A command that continues after a backslash is one command. */
export const printedCommands = (page: string): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(BLOCK)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .filter((block) => !OF_AWS.test(block))
    .flatMap((block) => block.split(/(?<!\\)\n/));

/** The commands of a page as one script, and the statuses of the refusals that it announces, in order. */
export const pageCommands = (page: string): { readonly script: string; readonly refusals: readonly number[] } => {
  const run = printedCommands(page).filter((command) => !NOT_RUN.some(([pattern]) => pattern.test(command)));
  const script = run.join('\n').trim();
  return { script, refusals: [...script.matchAll(ANNOUNCED)].map(([, status]) => Number(status)) };
};
