import type { Environment } from '#shared/platform/environments';
import { createDisputeFor, reportOn } from '#tests/support/disputes';

/** A company of an account, in its sandbox or in `live`. */
interface OwnCompany {
  readonly accountId: string;
  readonly companyId: string;
  readonly environment: Environment;
}

const reportOnOwn = ({ accountId, companyId, environment }: OwnCompany) =>
  reportOn({ id: companyId, environment, space: environment === 'live' ? 'live' : accountId });

/** Creates an event of a company, of which no watcher is notified at once. Reads this process's environment. */
export const reportedEventOf = async (company: OwnCompany): Promise<string> => (await reportOnOwn(company)).eventId;

/** Creates a pending dispute of the company's owner about an event of the company. Reads this process's environment. */
export const disputeOf = async (company: OwnCompany): Promise<string> =>
  (await createDisputeFor(company, await reportOnOwn(company))).disputeId;
