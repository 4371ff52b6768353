import { UserError } from '#scripts/local-cloud/user-error';

/**
 * A size of a benchmark that an environment variable may change.
 *
 * @throws UserError for anything but a whole number in the range.
 */
export const wholeNumber = (
  variable: string,
  normally: number,
  { least, most }: { readonly least: number; readonly most: number },
): number => {
  const text = process.env[variable] ?? String(normally);
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new UserError(`${variable} must be a whole number from ${least} to ${most}, not '${text}'.`);
};
