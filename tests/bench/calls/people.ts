import type { WidgetConfigInput } from '#shared/onboarding/widgets/widget-config';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';

/** A signed-in account whose wallets are open. */
export const accountWithWallets = async (): Promise<SignedInAccount> => {
  const account = await signedInAccount();
  await openWalletsFor(account);
  return account;
};

/** An account with a live widget. */
export const accountWithWidget = async (config?: WidgetConfigInput) => {
  const account = await accountWithWallets();
  return { account, widget: await createWidgetFor(account, config && { config }) };
};

/** An account with a live widget and this many applicants of it, each with an open session. */
export const accountWithApplicants = async (count: number) => {
  const { account, widget } = await accountWithWidget();
  const first = await createApplicantFor(account, widget);
  for (let made = 1; made < count; made++) await createApplicantFor(account, widget);
  return { account, widget, ...first };
};
