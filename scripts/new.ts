import { runTool } from '#scripts/command-line/tool';
import { UsageError } from '#scripts/command-line/usage';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { runScript } from '#scripts/local-cloud/run-script';
import { addConsumer } from './new/consumer.ts';
import { collectEdits } from './new/edits.ts';
import { addEndpoint } from './new/endpoint.ts';
import { functionName } from './new/names.ts';

const USAGE = {
  command: 'npm run new',
  does: `Writes a new function that works, with its tests, for you to change:

  npm run new -- endpoint <group> <name>    an endpoint that reads the caller's account, or does what --like does
  npm run new -- consumer <name>            a consumer that a schedule triggers

A name is a verb and a noun, as read-thing.`,
  words: { name: '<what>', help: 'endpoint <group> <name>, or consumer <name>', count: 'any' },
  options: { like: { value: '<name>', help: 'the endpoint in the same group to start from' } },
} as const;

const NEXT = `Then let what follows from it be written, and read each change:

  npm run test:unit -- sample-events reference diagram -u
                                              the sample event, errors, limits and the diagram in docs, the client
  npm run test:infra -- -u                    its part of the template of prod
  npm run bench -- sizes dynamodb growth --accept    what it weighs, asks of DynamoDB and leaves there`;

await runScript(USAGE, async ({ words: [kind, ...names], options: { like } }) => {
  const { files, save } = collectEdits(PROJECT_FOLDER);
  if (kind === 'endpoint' && names.length === 2) {
    const [group = '', name = ''] = names;
    addEndpoint(files, group, functionName(name), like);
  } else if (kind === 'consumer' && names.length === 1 && like === undefined) {
    addConsumer(files, functionName(names[0] ?? ''));
  } else throw new UsageError('Say what to create, and its name. See `npm run new -- --help`.');
  const paths = save();
  console.log(`Written:\n\n${paths.map((path) => `  ${path}`).join('\n')}\n\n${NEXT}`);
  // Names determine the order of imports, and whether a line is too long.
  const sources = paths.filter((path) => path.endsWith('.ts'));
  process.exitCode = await runTool('biome', ['check', '--write', '--log-level=error', ...sources]);
});
