import { UserError } from '#scripts/local-cloud/user-error';

const KEBAB_CASE = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)+$/;

/** The name of a function, in the spelling of each place. */
export interface FunctionName {
  /** `read-thing` */
  readonly kebab: string;
  /** `readThing` */
  readonly camel: string;
  /** `ReadThing` */
  readonly pascal: string;
  /** `Read thing` */
  readonly words: string;
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** @throws UserError when the name is not a verb and noun in kebab case. */
export const functionName = (kebab: string): FunctionName => {
  if (!KEBAB_CASE.test(kebab))
    throw new UserError(`The name of a function is a verb and a noun, such as read-thing, not ${kebab}.`);
  const pascal = kebab.split('-').map(capitalized).join('');
  return {
    kebab,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    words: capitalized(kebab.replaceAll('-', ' ')),
  };
};
