import { countedByOrder, type JointList } from '#shared/db/lists/joint-counts';
import { SEVERITIES, type Severity } from '#shared/monitoring/vendors/event-kinds';
import type { AccountEnvironment } from '#shared/platform/scope';
import { alertLists } from './keys.ts';

/** The cell of alerts with one severity, read or unread. */
export type AlertCell = `${Severity}~${'read' | 'unread'}`;

/** The cell of an alert, in both of its lists. */
export const cellOf = (severity: Severity, read: boolean): AlertCell => `${severity}~${read ? 'read' : 'unread'}`;

/** The cells that a filter selects; without a filter, all severities and both states. */
export const cellsOf = ({
  severity,
  read,
}: {
  readonly severity?: Severity | undefined;
  readonly read?: boolean | undefined;
}): readonly AlertCell[] =>
  (severity === undefined ? SEVERITIES : [severity]).flatMap((one) =>
    (read === undefined ? [false, true] : [read]).map((state) => cellOf(one, state)),
  );

const partsOf = (cell: AlertCell): readonly [severity: string, state: string] => {
  const [severity = '', state = ''] = cell.split('~');
  return [severity, state];
};

const CELLS = countedByOrder(cellsOf({}));

/** The alerts of an account in an environment, in cells by severity and whether they are read (docs/decisions/0045). */
export const alertsOfAccount = ({ accountId, environment }: AccountEnvironment): JointList<AlertCell> => ({
  ...CELLS,
  partition: alertLists.accountAlerts(accountId, environment),
  index: 'gsi1',
  cells: (cell) => alertLists.accountAlertsByState(accountId, environment, ...partsOf(cell)),
});

/** The alerts of an account about one vendor, in the same cells. The list also counts the unread ones as a whole. */
export const alertsOfVendor = (
  { accountId, environment }: AccountEnvironment,
  vendorId: string,
): JointList<AlertCell> => ({
  ...CELLS,
  partition: alertLists.vendorAlerts(accountId, environment, vendorId),
  index: 'gsi2',
  cells: (cell) => alertLists.vendorAlertsByState(accountId, environment, vendorId, ...partsOf(cell)),
});
