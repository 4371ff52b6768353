import { ITEM_FAMILIES, type ItemFamily } from '#shared/key-families';

/** What a restore does with the items of a family. */
type Step =
  /** Nothing. */
  | 'keep'
  /** Deletes them. */
  | 'end'
  /** Has the events of the last day published again. */
  | 'publish'
  /** Takes each as it is in the newer table. */
  | 'takeNewer'
  /** Takes also what is only in the newer table, and deletes what is no longer there. */
  | 'takeAllNewer'
  /** Erases again what was erased in the newer table. */
  | 'eraseAgain';

/** What a restore does with a family, and what that means to customers. */
interface AfterRestore {
  readonly step: Step;
  readonly means: string;
}

const kept = (means: string): AfterRestore => ({ step: 'keep', means });

const LOST = kept('Changes since then are lost. Whoever made them repeats them.');
const LISTED = kept('A list, a copy or a count of other items, as old as they are.');
const COUNTED = kept('Counts on from then, at worst too few.');
const SWEPT = kept('A sweep continues what is due, although its messages in queues are lost.');
const ENDED: AfterRestore = { step: 'end', means: 'Everybody logs in again, and requests a new code or link.' };
const SECURED: AfterRestore = {
  step: 'takeNewer',
  means: 'With the newer table: roles, suspensions, passwords and ended sessions stay as they are there.',
};
const REFUSED: AfterRestore = {
  step: 'takeAllNewer',
  means: 'With the newer table: keys that were revoked or made since, and addresses that must not be mailed, stay so.',
};
const PAID = kept(
  'Charges and credits since then are lost. A payment that had begun is credited when the provider or a customer asks ' +
    'for it; one that began later is credited by an operator, from the list of the provider.',
);

/**
 * What a restored table means for each family of items, and what the restore does about it before anything runs on the
 * table.
 */
export const AFTER_RESTORE: Readonly<Record<ItemFamily, AfterRestore>> = {
  accountSession: ENDED,
  mailedCodes: ENDED,
  resetToken: ENDED,

  accountAccess: SECURED,
  signIn: SECURED,
  apiKey: REFUSED,
  apiKeyPairs: REFUSED,
  suppressedAddress: REFUSED,
  unsubscription: REFUSED,
  applicantErasure: {
    step: 'eraseAgain',
    means: 'With the newer table: who was erased since is erased again, the files included.',
  },

  outbox: {
    step: 'publish',
    means:
      'Events of the last day are published again, with the same ids, because queues may have lost them. What had ' +
      'followed from them is not repeated.',
  },
  feed: kept('Numbers given since then are given again: whoever reads the feed reads it again from before then.'),
  idempotency: kept('A request answered since then is carried out again when it is repeated.'),
  sentMail: kept('A mail sent since then may be sent once more.'),
  delivery: kept('Deliveries that are due go out. One delivered since then goes out once more, with the same id.'),
  signingKeys: kept('The next login publishes the keys of the stage’s secret.'),
  wallet: PAID,
  topUp: PAID,

  rateLimit: COUNTED,
  apiKeyUses: COUNTED,
  signInFailures: COUNTED,
  noticeCount: COUNTED,
  companyReads: COUNTED,
  addressBudget: COUNTED,
  googleToken: COUNTED,
  widgetSignature: COUNTED,
  watchCounts: COUNTED,
  breaker: COUNTED,

  embedSession: SWEPT,
  fileRemoval: SWEPT,
  addressVerification: SWEPT,
  applicantExports: SWEPT,
  obligation: SWEPT,
  vendorCheck: SWEPT,
  vendor: SWEPT,
  fanOutProgress: SWEPT,
  watch: SWEPT,
  recovery: SWEPT,
  retention: SWEPT,
  deactivationNotice: SWEPT,

  companyList: LISTED,
  companyNumber: LISTED,
  recentEvents: LISTED,
  obligationCalendar: LISTED,
  addressesOfCompany: LISTED,
  widgetList: LISTED,
  applicantList: LISTED,
  applicantsOfReference: LISTED,
  applicantsOfTag: LISTED,
  openDisputes: LISTED,
  disputeList: LISTED,
  vendorDisputeList: LISTED,
  disputeCases: LISTED,
  chatList: LISTED,
  chatListOfCompany: LISTED,
  accountAlerts: LISTED,
  vendorAlerts: LISTED,
  registrationSlot: LISTED,
  deliveryLog: LISTED,

  account: LOST,
  googleLink: LOST,
  audit: LOST,
  contactRequest: LOST,
  followerAddress: LOST,
  confirmation: LOST,
  keptMail: LOST,
  company: LOST,
  savedCard: LOST,
  rates: LOST,
  addressBudgetCap: LOST,
  widget: LOST,
  applicant: LOST,
  applicantNotes: LOST,
  directCheck: LOST,
  evidence: LOST,
  dispute: LOST,
  chat: LOST,
  chatMessages: LOST,
  alert: LOST,
  registrations: LOST,
};

const NAMES = Object.keys(AFTER_RESTORE) as ItemFamily[];

/** What the partition keys of a family begin with, up to its first part that varies. */
const startOf = (family: ItemFamily): string => ITEM_FAMILIES[family].split('*')[0] ?? '';

/** What the partition keys of the items begin with for which a restore takes one of some steps. */
export const partitionsOfSteps = (...steps: readonly Step[]): readonly string[] =>
  NAMES.filter((family) => steps.includes(AFTER_RESTORE[family].step)).map(startOf);

const STEPS = new Map(NAMES.map((family) => [startOf(family), AFTER_RESTORE[family].step]));

/** What a restore does with an item, by its partition key; undefined for one of no family. */
export const stepOf = (partition: string): Step | undefined => STEPS.get(partition.replace(/#.*$/, '#'));
