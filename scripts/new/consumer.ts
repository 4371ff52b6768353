import { insertAfter, insertBefore, type ProjectFiles } from './edits.ts';
import type { FunctionName } from './names.ts';

const failureOf = ({ words }: FunctionName): string =>
  `${words} does not run: prices that an operator stored wrongly are found by customers first.`;

const handlerFile = ({
  camel,
  kebab,
}: FunctionName): string => `import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { readRates } from '#shared/wallet/rates';
import { ${camel}Consumer } from './${kebab}.consumer.ts';

/** Reads every price, and fails when one was stored wrongly. */
export const handler = runOnSchedule(${camel}Consumer, {
  run: async ({ table }) => void (await readRates(table)),
});
`;

const consumerFile = (name: FunctionName): string => `import { consumer } from '#shared/consumers/consumer';

/** The function \`${name.kebab}\`: what triggers it, what it may touch, and what customers miss when it fails. */
export const ${name.camel}Consumer = consumer({
  name: '${name.kebab}',
  group: 'events',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  touches: { reads: ['rates'] },
  timeoutSeconds: 30,
  failureMeansToCustomer: '${failureOf(name)}',
});
`;

const testFile = ({ kebab }: FunctionName): string => `import { expect, test } from 'vitest';
import { handler } from '#functions/events/${kebab}';

test('${kebab} ends when every price is valid, with the permissions that it declares', async () => {
  await expect(handler()).resolves.toBeUndefined();
});
`;

const sampleFile = ({ kebab }: FunctionName): string =>
  `${JSON.stringify(
    {
      version: '0',
      id: '53dc4d38-cffa-4f76-80c9-8b7d4a4d2eaa',
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account: '000000000000',
      time: '2026-11-21T14:04:00Z',
      region: 'eu-west-1',
      resources: [`arn:aws:scheduler:eu-west-1:000000000000:schedule/default/kyb-service-local-${kebab}`],
      detail: '{}',
    },
    null,
    2,
  ).replace(/\[\n\s+(".*")\n\s+\]/, '[$1]')}\n`;

/** What its log says when its alarm goes off, for the runbook. */
const runbookNote = ({ kebab }: FunctionName): string => `  '${kebab}': 'The log names the price. Store it again.',`;

/**
 * Adds a consumer that a schedule triggers: declaration, function, list entry, sample event, test, note of the runbook
 * and case of the benchmark.
 *
 * @throws UserError when one of the files exists.
 */
export const addConsumer = (files: ProjectFiles, name: FunctionName): void => {
  const { kebab } = name;
  files.create(`functions/events/${kebab}.ts`, handlerFile(name));
  files.create(`functions/events/${kebab}.consumer.ts`, consumerFile(name));
  files.create(`tests/events/${kebab}.json`, sampleFile(name));
  files.create(`tests/integration/events/${kebab}.test.ts`, testFile(name));

  const edit = (path: string, change: (text: string) => string) => files.replace(path, change(files.read(path)));
  edit('functions/events/consumers.ts', (text) =>
    insertAfter(
      insertBefore(text, { from: 'export const CONSUMERS', line: '];' }, `  ${name.camel}Consumer,`),
      text.split('\n').findLast((line) => line.startsWith('import ')) ?? '',
      `import { ${name.camel}Consumer } from './${kebab}.consumer.ts';`,
    ),
  );
  edit('tests/bench/calls/consumers.ts', (text) =>
    insertBefore(
      text,
      { from: 'export const consumerCases', line: '};' },
      `  '${kebab}': async () => ({ 'detail-type': 'Scheduled Event', detail: {} }),`,
    ),
  );
  edit('infra/alarms/consumers.ts', (text) =>
    insertBefore(text, { from: 'export const CONSUMER_NOTES', line: '};' }, runbookNote(name)),
  );
};
