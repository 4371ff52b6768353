import { readFileSync } from 'node:fs';

/** @param {string} version such as `20.19.0` @returns {number[]} */
const parts = (version) => version.split('.').map(Number);

/** @param {string} one @param {string} other @returns {boolean} whether `one` is `other` or newer. */
const isAtLeast = (one, other) => {
  const right = parts(other);
  const [difference = 0] = parts(one)
    .map((part, index) => part - (right[index] || 0))
    .filter((part) => part !== 0);
  return difference >= 0;
};

/** @param {string} range @returns {{least: string, ofItsMajor: boolean}[]} its terms. */
const termsOf = (range) =>
  range.split('||').map((term) => {
    const [, operator, least] = /^\s*(\^|>=)(\d+\.\d+\.\d+)\s*$/.exec(term) || [];
    if (least === undefined) throw new RangeError(`${range} has a term other than ^a.b.c and >=a.b.c`);
    return { least, ofItsMajor: operator === '^' };
  });

/**
 * Whether a version is in a range of the form of package.json's `engines`: `^` and `>=` terms, with `||` between them.
 *
 * @param {string} version such as `20.19.0`
 * @param {string} range such as `^20.19.0 || >=22.12.0`
 * @returns {boolean}
 */
export const isInRange = (version, range) =>
  termsOf(range).some(
    ({ least, ofItsMajor }) => isAtLeast(version, least) && (!ofItsMajor || parts(version)[0] === parts(least)[0]),
  );

/** @param {string} range @returns {string} the range in words. */
const inWords = (range) =>
  termsOf(range)
    .map(({ least, ofItsMajor }) => (ofItsMajor ? `${parts(least)[0]}.x from ${least} on` : `${least} or newer`))
    .join(', or ');

/**
 * The problem with a Node that would install this project's packages, in one line; undefined when there is none. npm
 * silently leaves out optional packages whose own `engines` exclude the Node that it runs on.
 *
 * @param {string} version of the Node, such as `20.19.0`
 * @returns {string | undefined}
 */
export const nodeProblem = (version) => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  if (isInRange(version, engines.node)) return undefined;
  return `Node ${version} will not do: put ${inWords(engines.node)}, first on the PATH (https://nodejs.org).`;
};
