import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import { listedVerification } from '#shared/direct-checks/keys';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { wholeNumber } from '#shared/platform/whole-number';
import { VISIT_RESULTS } from './address-outcome.ts';
import { ADDRESS_STATUSES } from './address-states.ts';
import { addressKeys, addressLists } from './keys.ts';

/** What is to be visited, and whom to meet there. */
const placeEntries = {
  businessName: v.string(),
  businessPhone: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  phone: v.string(),
  street: v.string(),
  landmark: v.string(),
  lga: v.string(),
  city: v.string(),
  state: v.string(),
};

/** What an account submits of a company's address. */
const submissionEntries = { companyId: v.string(), ...placeEntries };

const verificationSchema = v.object({
  /** `addr_` */
  reference: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  ...placeEntries,
  /** Null for the address of an applicant. */
  companyId: v.nullable(v.string()),
  /** The applicant (`app_`) whose address it is, where it is no company's. */
  applicantId: v.exactOptional(v.string()),
  /** When its end was charged, reported and counted; of an applicant's alone. */
  settledAt: v.exactOptional(v.string()),
  status: v.picklist(ADDRESS_STATUSES),
  /** What it cost; refunded when the visit is not possible. */
  chargeKobo: wholeNumber,
  /** The UTC month whose budget it used up. */
  budgetPeriod: v.string(),
  /** Tries to book that found the source unavailable. */
  bookingTries: wholeNumber,
  /** Until when a worker asks the source about it, in milliseconds; missing or 0 while none does. */
  bookingUntilMs: v.exactOptional(v.number()),
  /** When the source accepted the visit; missing before. */
  bookedAt: v.exactOptional(v.string()),
  /** When we have to do something next; missing while the source has to, and after the end. */
  nextStepAt: v.exactOptional(v.string()),
  /** What a simulated visit will find; missing of a real one. */
  simulatedResult: v.exactOptional(v.picklist(VISIT_RESULTS)),
  result: v.nullable(v.picklist(VISIT_RESULTS)),
  reason: v.nullable(v.string()),
  location: v.nullable(v.string()),
  photos: v.array(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** When it was completed, or failed. */
  endedAt: v.nullable(v.string()),
});

/** A visit to a company's address, from its submission to its end (interface: Address verification). */
export type AddressVerification = v.InferOutput<typeof verificationSchema>;

/** A place to visit, and whom to meet there. */
export type VisitedPlace = v.InferOutput<v.ObjectSchema<typeof placeEntries, undefined>>;

/** What an account submits. */
export type AddressSubmission = v.InferOutput<v.ObjectSchema<typeof submissionEntries, undefined>>;

/** Parses a stored verification. */
export const fromAddressItem = (item: Item): AddressVerification => v.parse(verificationSchema, item);

/** Beyond the two minutes that the stream may take to publish an event, before a sweep does. */
const GRACE_MS = 5 * 60_000;

/** When our next step is due, and the index attributes by which a sweep finds that nobody has taken it. */
export const dueAttributes = (reference: string, atMs: number) => ({
  nextStepAt: isoTime(atMs),
  gsi2pk: addressLists.due,
  gsi2sk: `${isoTime(atMs + GRACE_MS)}~${reference}`,
});

/** What a write removes once no step of ours is due. */
export const NO_LONGER_DUE = ['nextStepAt', 'gsi2pk', 'gsi2sk'] as const;

/** What a submission costs, and the budget that it is taken from. */
export interface AddressCharge {
  readonly chargeKobo: number;
  readonly budgetPeriod: string;
}

/** A new verification, whose visit is to be booked. */
export const newAddressVerification = (
  { accountId, environment }: AccountEnvironment,
  submission: AddressSubmission,
  charge: AddressCharge,
  nowMs: number,
): AddressVerification & { readonly companyId: string } => ({
  reference: newId('addr', nowMs),
  accountId,
  environment,
  ...submission,
  ...charge,
  status: 'pending',
  bookingTries: 0,
  nextStepAt: isoTime(nowMs),
  result: null,
  reason: null,
  location: null,
  photos: [],
  createdAt: isoTime(nowMs),
  updatedAt: isoTime(nowMs),
  endedAt: null,
});

/** The writes that store a new verification, and its place among those of its company. */
export const addAddressVerification = (
  verification: AddressVerification & { readonly companyId: string },
): Readonly<Record<'verification' | 'ofCompany', WriteOperation>> => {
  const { reference, accountId, environment, companyId, createdAt } = verification;
  return {
    verification: put({
      ...addressKeys.verification(reference),
      ...verification,
      ...listedVerification(verification),
      ...dueAttributes(reference, Date.parse(createdAt)),
    }),
    ofCompany: put({ ...addressKeys.ofCompany(accountId, environment, companyId, reference), reference }),
  };
};

/** A place of which nothing is known any more. */
export const NO_PLACE: VisitedPlace = {
  businessName: '',
  businessPhone: '',
  firstName: '',
  lastName: '',
  phone: '',
  street: '',
  landmark: '',
  lga: '',
  city: '',
  state: '',
};
