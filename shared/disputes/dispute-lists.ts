import { countedByOrder, type JointList } from '#shared/db/lists/joint-counts';
import type { AccountEnvironment } from '#shared/platform/scope';
import { DISPUTE_STATUSES, type DisputeStatus } from './dispute-states.ts';
import { disputeLists } from './keys.ts';

const CELLS = countedByOrder(DISPUTE_STATUSES);

/** The disputes of an account in an environment, by status. */
export const disputesOf = ({ accountId, environment }: AccountEnvironment): JointList<DisputeStatus> => ({
  ...CELLS,
  partition: disputeLists.ofAccount(accountId, environment),
  index: 'gsi1',
  cells: (status) => disputeLists.ofStatus(accountId, environment, status),
});

/** The account's disputes about one vendor. They are numbered as in the account's list, whose head serves both. */
export const disputesOfVendor = (
  { accountId, environment }: AccountEnvironment,
  vendorId: string,
): JointList<DisputeStatus> => ({
  ...CELLS,
  partition: disputeLists.ofVendor(accountId, environment, vendorId),
  index: 'gsi2',
  cells: (status) => disputeLists.ofVendorAndStatus(accountId, environment, vendorId, status),
});

/** All live disputes, whoever filed them, by status: the list of administrators. */
export const caseList: JointList<DisputeStatus> = {
  ...CELLS,
  partition: disputeLists.cases,
  index: 'gsi3',
  cells: disputeLists.casesOfStatus,
};
