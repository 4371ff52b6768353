/**
 * A URL of the widget's configuration, with what the customer's page needs to recognise the applicant: `applicantId`,
 * and the given parameters. Undefined for a text that is no web address. It never has a session's id: with that id and
 * the link, answers can be read, and URLs end up in histories and logs.
 */
export const redirectTo = (
  address: string,
  { applicantId }: { readonly applicantId: string | null },
  more: Readonly<Record<string, string | null>>,
): string | undefined => {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  for (const [name, value] of Object.entries({ applicantId, ...more })) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
};
