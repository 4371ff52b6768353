/**
 * An address of the widget's configuration with what the customer's page needs to recognise the applicant:
 * `applicantId`, and what is given. Undefined for what is no web address. No session's id: with it and the link
 * answers can be read, and addresses end in histories and logs.
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
