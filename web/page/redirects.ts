import type { State } from './state.ts';

/**
 * An address of the widget's configuration with what the customer's page needs to recognise the applicant:
 * `applicantId`, `sessionId`, and what is given. Undefined for what is no web address.
 */
export const redirectTo = (
  address: string,
  { applicantId, sessionId }: Pick<State, 'applicantId' | 'sessionId'>,
  more: Readonly<Record<string, string | null>>,
): string | undefined => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  for (const [name, value] of Object.entries({ applicantId, sessionId, ...more })) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
};
