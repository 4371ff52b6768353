/**
 * The layers of the service, lowest first. A module imports its own layer and those before it, never one after it.
 * Layers in one row do not import each other. A folder of `shared` that no row names is a domain.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['shared/platform'],
  ['shared/db'],
  ['shared/events', 'shared/sources'],
  ['shared/http'],
  ['a domain'],
  ['functions'],
];

/**
 * What a domain offers to the others: reading its state, and taking part in their transactions. The rest is its own. A
 * domain that is not named offers its `repository.ts`.
 */
const OFFERED_BY_DOMAIN: Readonly<Record<string, readonly string[]>> = {
  'shared/wallet': ['ledger.ts', 'rates.ts', 'wallet.ts'],
  'shared/webhooks': ['signature.ts'],
};

/** All that the infrastructure may know of the code it deploys: what is declared as data, and what that needs. */
const SEEN_BY_INFRA: readonly RegExp[] = [
  /^functions\/(.+\/)?contracts\.ts$/,
  /^functions\/events\/consumers\.ts$/,
  /^shared\/db\/(table|keys|families)\.ts$/,
  /^shared\/events\/(names|catalogue|message-retry)\.ts$/,
  /^shared\/http\/(contract|table-access)\.ts$/,
  /^shared\/platform\/(metrics|security-events)\.ts$/,
];

/** Folders beside the service, and whose modules each may import. */
const BESIDE_THE_SERVICE: Readonly<Record<string, readonly string[]>> = {
  infra: ['infra/'],
  scripts: ['scripts/', 'shared/', 'functions/', 'infra/', 'tests/support/'],
  tests: ['tests/', 'scripts/', 'shared/', 'functions/', 'infra/'],
};

const folder = (file: string): string => file.split('/')[0] ?? '';

/** `shared/wallet` of `shared/wallet/rules/debit.ts`; `functions` of anything in there. */
const layer = (file: string): string => {
  const [top = '', next = ''] = file.split('/');
  return top === 'shared' ? `${top}/${next}` : top;
};

const rank = (layerName: string): number => {
  const row = LAYERS.findIndex((layers) => layers.includes(layerName));
  return row === -1 ? LAYERS.findIndex((layers) => layers.includes('a domain')) : row;
};

const serviceRule = (importer: string, imported: string): string | undefined => {
  const [from, to] = [layer(importer), layer(imported)];
  if (folder(imported) !== 'shared' && folder(imported) !== 'functions') return `the service never imports ${to}`;
  if (from === to) return;
  if (rank(to) > rank(from)) return `${from} is below ${to}`;
  if (rank(to) < rank(from)) return;
  if (rank(from) !== rank('a domain')) return `${from} and ${to} are side by side`;
  const offered = OFFERED_BY_DOMAIN[to] ?? ['repository.ts'];
  return offered.some((file) => imported === `${to}/${file}`)
    ? undefined
    : `${from} meets ${to} through events or ${offered.join(', ')}`;
};

/** What is written of the API for people, and no function needs: it must not get into a bundle. */
const DOCUMENTATION = /^functions\/.+\/(examples|example-values|openapi-document)\.ts$/;

/** The one function that shows it: the build puts in what came of it. */
const SHOWS_DOCUMENTATION = 'functions/api/meta/serve-openapi.ts';

const DOCUMENTATION_RULE = 'examples are for documents and tests: a bundle must not carry them';

const handlerRule = (importer: string, imported: string): string | undefined => {
  if (folder(importer) !== 'functions' || folder(imported) !== 'functions') return;
  if (imported.endsWith('/contracts.ts')) return;
  if (!DOCUMENTATION.test(imported)) return 'a function imports no other function: what two share belongs in shared';
  return DOCUMENTATION.test(importer) || importer === SHOWS_DOCUMENTATION ? undefined : DOCUMENTATION_RULE;
};

/**
 * Why one file of the project must not import another, or undefined when it may. Both are paths from the project's
 * folder, such as `shared/db/keys.ts`.
 */
export const forbiddenImport = (importer: string, imported: string): string | undefined => {
  const from = folder(importer);
  if (from === 'shared' || from === 'functions')
    return serviceRule(importer, imported) ?? handlerRule(importer, imported);
  if (from === 'infra' && SEEN_BY_INFRA.some((pattern) => pattern.test(imported))) return;
  const allowed = BESIDE_THE_SERVICE[from];
  return !allowed || allowed.some((prefix) => imported.startsWith(prefix))
    ? undefined
    : `${from} may import from ${allowed.join(', ')}`;
};

/**
 * The project file that an import names, as a path from the project's folder; undefined for a package or a builtin.
 *
 * @throws RangeError for a relative import that leaves its folder: other folders are named with `#`.
 */
export const importedFile = (importer: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return `${specifier.slice(1)}.ts`;
  if (!specifier.startsWith('.')) return;
  const name = specifier.slice(2);
  if (!specifier.startsWith('./') || name.includes('../'))
    throw new RangeError(`name a file of another folder with #, not ${specifier}`);
  return `${importer.slice(0, importer.lastIndexOf('/') + 1)}${name}`;
};
