import { CONTRACTS } from '#functions/api/contracts';
import { UserError } from '#scripts/local-cloud/user-error';
import { insertAfter, insertBefore, type ProjectFiles } from './edits.ts';
import { type EndpointFiles, filesLike } from './like.ts';
import { type FunctionName, functionName } from './names.ts';

const contractFile = (
  group: string,
  { kebab, camel, pascal, words }: FunctionName,
): string => `import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { component, described } from '#shared/platform/described';

/** Reads the caller's account. */
export const ${camel} = contract({
  name: '${kebab}',
  group: '${group}',
  method: 'GET',
  route: '/v1/${kebab}',
  summary: '${words}',
  description: 'The account of the caller.',
  caller: 'account',
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          accountId: described(v.string(), "The account's id (\`usr_\`)."),
          email: described(v.string(), 'The email address that the account logs in with.', { format: 'email' }),
        }),
        '${pascal}Result',
        'The account of the caller.',
      ),
    }),
  },
  errors: ['ACCOUNT_NOT_FOUND'],
  touches: { reads: ['account'] },
});
`;

const handlerFile = ({
  kebab,
  camel,
}: FunctionName): string => `import { readAccount } from '#shared/auth/accounts/account';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { ${camel} } from './${kebab}.contract.ts';

/** Reads the caller's account. */
export const handler = serve(${camel}, {
  load: ({ caller }, { table }) => readAccount(table, caller),
  answer: ({ loaded: account }) => {
    if (!account) throw new ApiError('ACCOUNT_NOT_FOUND');
    const { accountId, email } = account;
    return { success: true, data: { accountId, email } };
  },
});
`;

const testFile = (
  group: string,
  { kebab, camel }: FunctionName,
): string => `import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/${group}/${kebab}';
import { ${camel} } from '#functions/api/${group}/${kebab}.contract';
import { createAccount, verifyAccount } from '#shared/auth/accounts/account';
import { serviceTable } from '#shared/db/client';
import { unixSeconds } from '#shared/platform/clock';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(${camel}, handler);

const EMAIL = 'ada@adire.example';

/** Creates the record of an account. Only the credential is sent. */
const withRecord = async ({ accountId }: SignedInAccount) => {
  const nowMs = Date.now();
  const profile = { firstName: null, lastName: null, companyName: null, phone: null };
  await serviceTable().write(createAccount(accountId, EMAIL, unixSeconds(nowMs) + 60, nowMs));
  await serviceTable().write(verifyAccount(accountId, profile, nowMs));
  return {};
};

describe('${kebab}: promises', () => {
  test('the account of the caller is returned', async () => {
    const account = await signedInAccount();
    await withRecord(account);
    const { status, body } = await call(account);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ success: true, data: { accountId: account.accountId, email: EMAIL } });
  });
});

describe('${kebab}: refusals', () => {
  test('a caller whose account is gone', async () => {
    const { status, body } = await call(await signedInAccount());
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });
});

securitySuite({ contract: ${camel}, handler, request: withRecord });
`;

const exampleEntry = ({ kebab }: FunctionName): string =>
  `  '${kebab}': { response: { success: true, data: { accountId: '<ACCOUNT_ID>', email: '<EMAIL>' } } },`;

const CONTRACT_LIST = 'functions/api/contracts.ts';

/** Inserts the contract into the list, after the last one of its group. */
const listed = (text: string, group: string, { kebab, camel }: FunctionName): string => {
  const imports = text.matchAll(/^import \{ (\w+) \} from '\.\/([\w-]+)\/[\w-]+\.contract\.ts';$/gm);
  const ofGroup = new Set(Array.from(imports).flatMap(([, name, folder]) => (folder === group && name ? [name] : [])));
  const [list = ''] = /^export const CONTRACTS[\s\S]*/m.exec(text) ?? [];
  const last = list.split('\n').findLast((line) => ofGroup.has(line.trim().replace(/,$/, '')));
  if (last === undefined) throw new UserError(`${CONTRACT_LIST} lists no endpoint of ${group}.`);
  const entered = insertAfter(text, last, `  ${camel},`);
  const type = "import type { Contract } from '#shared/http/contract';";
  return insertAfter(entered, type, `import { ${camel} } from './${group}/${kebab}.contract.ts';`);
};

const CLIENT_METHODS = 'client/src/resources.ts';

/** The table of the client with a method for the endpoint after the last one of its group; unchanged without one. */
const withMethod = (text: string, group: string, { camel }: FunctionName): string => {
  const ofGroup = new Set(
    CONTRACTS.flatMap((contract) => (contract.group === group ? functionName(contract.name).camel : [])),
  );
  const last = text.split('\n').findLast((line) => ofGroup.has(/: '(\w+)',$/.exec(line)?.[1] ?? ''));
  return last === undefined ? text : insertAfter(text, last, `    ${camel}: '${camel}',`);
};

/** The files of an endpoint that reads the caller's account. */
const readsAccount = (group: string, name: FunctionName): EndpointFiles => ({
  contract: contractFile(group, name),
  handler: handlerFile(name),
  test: testFile(group, name),
  example: exampleEntry(name),
});

/**
 * Adds an endpoint: contract, function, list entry, method of the client, example and tests. It does what the neighbour `like` does, or reads
 * the caller's account. The benchmark and the suites that call every endpoint send the example.
 *
 * @throws UserError when there is no such group or neighbour, or one of the files exists.
 */
export const addEndpoint = (files: ProjectFiles, group: string, name: FunctionName, like?: string): void => {
  const groups = [...new Set(CONTRACTS.map((contract) => contract.group))];
  if (!groups.includes(group)) throw new UserError(`There is no group ${group}. Choose one of ${groups.join(', ')}.`);
  const { contract, handler, test, example } = like ? filesLike(files, group, name, like) : readsAccount(group, name);
  const base = `functions/api/${group}/${name.kebab}`;
  files.create(`${base}.contract.ts`, contract);
  files.create(`${base}.ts`, handler);
  files.create(`tests/integration/${group}/${name.kebab}.test.ts`, test);

  const edit = (path: string, change: (text: string) => string) => files.replace(path, change(files.read(path)));
  edit(CONTRACT_LIST, (text) => listed(text, group, name));
  edit(CLIENT_METHODS, (text) => withMethod(text, group, name));
  edit(`functions/api/${group}/examples.ts`, (text) =>
    insertBefore(text, { from: 'export const', line: '};' }, example),
  );
};
