/** The owner of a payment's wallet. Sent along with the payment, so that its report names the wallet as well. */
export interface PaymentOwner {
  readonly accountId: string;
  readonly environment: 'sandbox' | 'live';
}

/** The terms of a checkout. @property amountKobo in NGN; @property email where the provider sends its receipt. */
export interface CheckoutRequest {
  /** Ours, and unique: a provider accepts a reference once. */
  readonly reference: string;
  readonly amountKobo: number;
  readonly email: string | undefined;
  readonly owner: PaymentOwner;
}

/** What lets us charge a payer's card again. The code is a secret: it takes money. */
export interface PaymentAuthorization {
  readonly code: string;
  /** The address that the payer gave: the provider accepts the code with this one only. */
  readonly email: string;
}

/** What a payer recognises a card by; a provider may leave out each of these. */
export interface PaymentCard {
  /** In lower case, such as `visa`. */
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** 1 to 12. */
  readonly expiryMonth: number | null;
  /** Of four digits. */
  readonly expiryYear: number | null;
}

/** A payment that is taken without its payer. @property amountKobo in NGN */
export interface ChargeRequest {
  /** Ours, and unique: a provider accepts a reference once. */
  readonly reference: string;
  readonly amountKobo: number;
  readonly owner: PaymentOwner;
  /** Undefined where none is needed. */
  readonly authorization: PaymentAuthorization | undefined;
}

/** The progress of a payment. A `failed` one may still succeed, when its payer tries again. */
export type PaymentStatus = 'pending' | 'success' | 'failed';

/** A payment as its provider reports it. */
export interface Payment {
  /** As in the request. */
  readonly reference: string;
  readonly status: PaymentStatus;
  /** In the smallest unit of `currency`. */
  readonly amountKobo: number;
  readonly currency: string;
  readonly owner?: PaymentOwner;
  /** Where the payer's card may be charged again. */
  readonly authorization?: PaymentAuthorization;
  /** Of the card that `authorization` charges. */
  readonly card?: PaymentCard;
}

/** The payment providers. */
export const PAYMENT_PROVIDERS = ['simulated', 'paystack'] as const;

/** One of the providers. */
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** The port to a payment provider. */
export interface Payments {
  readonly provider: PaymentProvider;
  /**
   * Opens a checkout for one payment and returns the address of its page.
   *
   * @throws PaymentsUnavailable
   */
  open(request: CheckoutRequest): Promise<string>;
  /**
   * Charges a card without its payer. However often it is called with one reference, one payment is made at most.
   *
   * @throws PaymentsUnavailable when the outcome is not known: the payment may have been made.
   */
  charge(request: ChargeRequest): Promise<Payment>;
  /**
   * Looks up the progress of a payment. Undefined when the provider knows of no such payment.
   *
   * @throws PaymentsUnavailable
   */
  lookUp(reference: string): Promise<Payment | undefined>;
}

/** The provider did not do what was requested. Carries a reason of ours only: its own messages quote their input. */
export class PaymentsUnavailable extends Error {
  override readonly name = 'PaymentsUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The payment provider was unavailable: ${reason}`);
    this.reason = reason;
  }
}
