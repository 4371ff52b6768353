import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { bundledCommand } from '#scripts/client/build';
import { accountOf, addObligation } from '#scripts/demo/journey';
import { functionEnvironment } from '#scripts/invoke/function';
import { SEEDS } from '#scripts/invoke/seeds';
import { sampleWorld } from '#scripts/invoke/world';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { freePort } from '#scripts/local-cloud/port';
import { writeStack } from '#scripts/local-cloud/stack';
import { writeSnippets } from '#tests/support/guide-snippets';
import { PAGES, pageCommands } from '#tests/support/page-commands';
import { stack } from '#tests/support/stack';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { deployedApi, fromNewAddress, newEmail } from './people.ts';

// Log lines would obscure the report.
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: () => undefined }));

const run = promisify(execFile);

const WITH_COMMANDS = PAGES.filter((page) => pageCommands(page).script !== '');

/** The values of the examples' variables, each created when a page uses it. docs/integrate/README.md describes them. */
const variables = (): Readonly<Record<string, () => string | Promise<string>>> => {
  const world = sampleWorld(stack());
  const seed = (name: keyof typeof SEEDS) => () => SEEDS[name](world);
  return {
    API: () => stack().apiUrl,
    KEY: seed('SANDBOX_SECRET_KEY'),
    TOKEN: seed('ACCESS_TOKEN'),
    WIDGET: seed('WIDGET_ID'),
    EMBED: seed('EMBED_TOKEN'),
    APPLICANT: seed('APPLICANT_ID'),
    REVIEWED: seed('REVIEW_APPLICANT_ID'),
    SESSION: seed('SESSION_ID'),
    WEBHOOK: seed('WEBHOOK_ID'),
    COMPANY: seed('SANDBOX_COMPANY_ID'),
    VENDOR: seed('SANDBOX_COMPANY_ID'),
    EVENT: seed('REPORTED_EVENT_ID'),
    ADDRESS: seed('ADDRESS_REFERENCE'),
    ATTACHMENT: seed('ATTACHMENT_ID'),
    CHAT: seed('CHAT_ID'),
    OBLIGATION: async () => {
      const key = (await world.sandboxKey()).secretKey;
      return (await addObligation(accountOf(deployedApi(), key), await world.sandboxCompany())).id;
    },
  };
};

/** The files that examples upload, by their type. */
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A `curl` that calls from its own address, and notes the status of each response. */
const notingCurl = (): string => {
  const headers = Object.entries(fromNewAddress()).map(([name, value]) => `-H '${name}: ${value}'`);
  return `#!/bin/sh\nexec /usr/bin/env PATH="$REAL_PATH" curl ${headers.join(' ')} "$@" -w '%{stderr}%{http_code}\\n' 2>>statuses\n`;
};

/** An `npm` that runs the scripts of this project from any folder. */
const PROJECTS_NPM = `#!/bin/sh\ncd '${PROJECT_FOLDER}' && PATH="$REAL_PATH" exec npm "$@"\n`;

/** The command line of the client, built from its sources. */
const builtKyb = async (folder: string): Promise<void> => {
  writeFileSync(join(folder, 'kyb.mjs'), await bundledCommand());
  writeFileSync(join(folder, 'kyb'), `#!/bin/sh\nexec node '${folder}/kyb.mjs' "$@"\n`, { mode: 0o755 });
};

/** Processes that a page starts end with the page. */
const ENDING = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT";

const OUTBOX = new URL('../support/mail-outbox.ts', import.meta.url).href;

/** What a reader does by hand: names a receiver that exists, reads the mail, and fills in values from it. */
const filledIn = (script: string, email: string): string =>
  script
    .replaceAll(/^API=.*$/gm, '')
    .replaceAll('https://hooks.example.com/kyb', 'http://127.0.0.1:8787/')
    .replaceAll('ada@example.com', email)
    .replace(
      /^CODE=.*$/m,
      `CODE=$(node -e "import('${OUTBOX}').then(async (all) => console.log(await all.mailedCode('${stack().mailOutboxUrl}', '${email}')))")`,
    );

test.each(WITH_COMMANDS)('the commands of %s work as they are printed', async (page) => {
  Object.assign(process.env, functionEnvironment('log-in', stack()));
  const { script, refusals } = pageCommands(page);
  const folder = temporaryFolder('pages');
  for (const [, file = ''] of script.matchAll(/=@(\S+\.(?:pdf|png))/g)) {
    writeFileSync(join(folder, file), file.endsWith('png') ? PNG : PDF);
  }
  writeSnippets(page, folder);
  // What a snippet imports is installed, as its page says.
  symlinkSync(join(PROJECT_FOLDER, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'curl'), notingCurl(), { mode: 0o755 });
  writeFileSync(join(folder, 'npm'), PROJECTS_NPM, { mode: 0o755 });
  if (script.includes('kyb ')) await builtKyb(folder);
  const stackFile = join(folder, '.local', 'stack.json');
  mkdirSync(join(folder, '.local'));
  writeStack(stack(), stackFile);
  writeFileSync(join(folder, 'statuses'), '');
  const used = Object.entries(variables()).filter(([name]) => new RegExp(`\\$${name}\\b`).test(script));
  const env: Record<string, string> = {
    PATH: `${folder}:${process.env['PATH']}`,
    REAL_PATH: String(process.env['PATH']),
    HOME: String(process.env['HOME']),
    PORT: String(await freePort()),
    STACK_JSON: stackFile,
  };
  for (const [name, make] of used) env[name] = await make();
  const ready = `${ENDING}\n${filledIn(script, newEmail())}`;
  const { stdout } = await run('bash', ['-euc', ready], { cwd: folder, env, timeout: 120_000 });
  const statuses = (readFileSync(join(folder, 'statuses'), 'utf8').match(/^\d+$/gm) ?? []).map(Number);
  expect(
    statuses.filter((status) => status < 200 || status >= 400),
    stdout,
  ).toEqual(refusals);
});

test('the pages have commands to run', () => {
  expect(WITH_COMMANDS.length).toBeGreaterThan(15);
});
