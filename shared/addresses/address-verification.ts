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

/** The place to visit, and the person to meet there. */
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

/** An account's submission of a company's address. */
const submissionEntries = { companyId: v.string(), ...placeEntries };

const verificationSchema = v.object({
  /** `addr_` */
  reference: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  ...placeEntries,
  /** Null for an applicant's address. */
  companyId: v.nullable(v.string()),
  /** The applicant (`app_`), for an applicant's address. */
  applicantId: v.exactOptional(v.string()),
  /** When its end was charged, reported and counted; only for an applicant's address. */
  settledAt: v.exactOptional(v.string()),
  status: v.picklist(ADDRESS_STATUSES),
  /** Its charge, which is refunded when the visit is not possible. */
  chargeKobo: wholeNumber,
  /** The UTC month whose budget it was charged to. */
  budgetPeriod: v.string(),
  /** Number of attempts to book for which the source was unavailable. */
  bookingTries: wholeNumber,
  /** Until when a worker has claimed it for booking, in milliseconds; absent or 0 if none has. */
  bookingUntilMs: v.exactOptional(v.number()),
  /** When the source accepted the visit; absent before. */
  bookedAt: v.exactOptional(v.string()),
  /** When the service must take the next step; absent while the source must, and after the end. */
  nextStepAt: v.exactOptional(v.string()),
  /** The result of a simulated visit; absent for a real one. */
  simulatedResult: v.exactOptional(v.picklist(VISIT_RESULTS)),
  result: v.nullable(v.picklist(VISIT_RESULTS)),
  reason: v.nullable(v.string()),
  location: v.nullable(v.string()),
  photos: v.array(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** When it was completed or failed. */
  endedAt: v.nullable(v.string()),
});

/** A visit to a company's address, from its submission to its end (interface: Address verification). */
export type AddressVerification = v.InferOutput<typeof verificationSchema>;

/** A place to visit, and the person to meet there. */
export type VisitedPlace = v.InferOutput<v.ObjectSchema<typeof placeEntries, undefined>>;

/** An account's submission. */
export type AddressSubmission = v.InferOutput<v.ObjectSchema<typeof submissionEntries, undefined>>;

/** Parses a stored verification. */
export const fromAddressItem = (item: Item): AddressVerification => v.parse(verificationSchema, item);

/** Time beyond the two minutes that the stream may take to publish an event, before a sweep steps in. */
const GRACE_MS = 5 * 60_000;

/** When the next step is due, with the index attributes by which a sweep finds it if nobody takes it. */
export const dueAttributes = (reference: string, atMs: number) => ({
  nextStepAt: isoTime(atMs),
  gsi4pk: addressLists.due,
  gsi4sk: `${isoTime(atMs + GRACE_MS)}~${reference}`,
});

/** The attributes that a write removes once no step is due. */
export const NO_LONGER_DUE = ['nextStepAt', 'gsi4pk', 'gsi4sk'] as const;

/** The charge of a submission, and the budget that it is taken from. */
export interface AddressCharge {
  readonly chargeKobo: number;
  readonly budgetPeriod: string;
}

/** A new verification, whose visit has yet to be booked. */
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

/** The writes that store a new verification and add it to those of its company. */
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

/** The place of a visit after its erasure. */
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
