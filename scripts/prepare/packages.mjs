import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lastLine, run } from './command.mjs';
import { INSTALL_LOG, PROJECT } from './folders.mjs';
import { nodeProblem } from './node-version.mjs';
import { Problem } from './problem.mjs';

/**
 * A package as lock files list it.
 *
 * @typedef {{version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[]}}
 *   LockedPackage
 */

/** @typedef {Record<string, LockedPackage>} LockedPackages by their folder, `node_modules/<name>`. */

/** @typedef {{os: string, cpu: string, libc: string | undefined}} System the system that packages are made for. */

/** @returns {System} this machine, in npm's terms. */
const thisSystem = () => {
  const isLinux = process.platform === 'linux';
  const { header } = isLinux ? /** @type {any} */ (process.report.getReport()) : { header: {} };
  const libc = header.glibcVersionRuntime ? 'glibc' : 'musl';
  return { os: process.platform, cpu: process.arch, libc: isLinux ? libc : undefined };
};

/** @param {string[] | undefined} list names, or names with `!` before them. @param {string | undefined} name */
const allows = (list, name) => {
  if (list === undefined) return true;
  if (list.includes(`!${name}`)) return false;
  return list.includes(String(name)) || list.every((entry) => entry.startsWith('!'));
};

/** @param {LockedPackage} locked @param {System} system whether the package is made for that system and few others. */
const isMadeFor = ({ os, cpu, libc }, system) =>
  (os !== undefined || cpu !== undefined) &&
  allows(os, system.os) &&
  allows(cpu, system.cpu) &&
  allows(libc, system.libc);

/**
 * Whether the packages in node_modules, according to npm's own record, are those of the lock file. An optional one may be
 * missing only if it is made for another system. Otherwise npm left it out because it does not accept the Node in use.
 *
 * @param {LockedPackages} wanted
 * @param {LockedPackages} installed
 * @param {System} system
 */
export const areInstalled = (wanted, installed, system) =>
  Object.keys(installed).every((path) => path in wanted) &&
  Object.entries(wanted).every(([path, locked]) => {
    const found = installed[path];
    if (path === '') return true;
    if (!found) return locked.optional === true && !isMadeFor(locked, system);
    return found.version === locked.version && (!locked.integrity || found.integrity === locked.integrity);
  });

/** @param {string} file a JSON file of the project. */
const readJson = (file) => JSON.parse(readFileSync(join(PROJECT, file), 'utf8'));

/** Whether nothing has to be installed. */
export const packagesAreFresh = () =>
  ['node_modules/.package-lock.json', 'node_modules/.bin/node'].every((path) => existsSync(join(PROJECT, path))) &&
  areInstalled(
    readJson('package-lock.json').packages,
    readJson('node_modules/.package-lock.json').packages,
    thisSystem(),
  );

/** The environment without the project's own programs: npm is about to remove them. @returns {NodeJS.ProcessEnv} */
const environment = () => {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(PROJECT, 'node_modules')));
  return { ...process.env, PATH: folders.join(delimiter) };
};

/** @throws Problem when npm would run on a Node for which it leaves out packages. */
export const checkInstallingNode = () => {
  const { stdout } = spawnSync('node', ['-p', 'process.versions.node'], { encoding: 'utf8', env: environment() });
  const problem = stdout
    ? nodeProblem(stdout.trim())
    : 'There is no `node` on the PATH beside the one of node_modules.';
  if (problem) throw new Problem(problem);
};

/** @param {string} output @returns {string | undefined} npm's error code, such as E404 or ENOTFOUND. */
const npmCode = (output) => /^npm (?:error|ERR!) code (\S+)$/m.exec(output)?.[1];

/**
 * npm's message about its failure, in one line.
 *
 * @param {string} output
 * @returns {string}
 */
export const npmReason = (output) => {
  const errors = [...output.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, text = '']) => text);
  const code = npmCode(output);
  const message = errors.find((text) => !/^(code|errno|syscall|path|dest|A complete log)\b/.test(text));
  return [code, message].filter(Boolean).join(': ') || lastLine(output);
};

/** How long the registry may take to respond. */
const PING = ['ping', '--fetch-retries=0', '--fetch-timeout=10000'];

/** @param {string[]} args @returns {ReturnType<typeof run>} */
const npm = (args) => run('npm', [...args, '--loglevel=error'], environment());

/** @throws Problem when it does not respond. npm itself would retry for minutes, package by package. */
const checkRegistry = async () => {
  const { succeeded, output } = await npm(PING);
  const code = npmCode(output) ?? lastLine(output);
  // Any HTTP status is a response: not every registry supports `ping`.
  if (succeeded || /^E[1-5]\d\d$/.test(code)) return;
  const { output: registry } = await npm(['config', 'get', 'registry']);
  throw new Problem(
    `The package registry ${registry.trim()} does not answer (${code}): mend the network or npm's proxy settings and run the command again.`,
  );
};

/** Installs the packages of the lock file. @throws Problem */
export const installPackages = async () => {
  console.log('Installing packages (npm ci) ...');
  await checkRegistry();
  const { succeeded, output } = await npm([
    'ci',
    '--no-fund',
    '--no-audit',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ]);
  if (!succeeded)
    throw new Problem(
      `npm ci failed (${npmReason(output)}): mend that and run the command again. Its log: ${INSTALL_LOG}`,
    );
  if (!existsSync(join(PROJECT, 'node_modules', 'node', 'bin', 'node')))
    throw new Problem(
      'npm skipped the install scripts that fetch Node 24: run `npm config delete ignore-scripts` and try again.',
    );
};
