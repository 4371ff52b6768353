/**
 * The owner of a payment's wallet. It is sent along with the payment, so that the report of the payment identifies the
 * wallet.
 */
export interface PaymentOwner {
  readonly accountId: string;
  readonly environment: 'sandbox' | 'live';
}

/** The terms of a checkout. @property amountKobo in NGN; @property email the address for the provider's receipt. */
export interface CheckoutRequest {
  /** Our own unique reference: a provider accepts it once. */
  readonly reference: string;
  readonly amountKobo: number;
  readonly email: string | undefined;
  readonly owner: PaymentOwner;
}

/** The authorization to charge a payer's card again. The code is a secret: whoever has it can take money. */
export interface PaymentAuthorization {
  readonly code: string;
  /** The payer's address: the provider accepts the code only with it. */
  readonly email: string;
}

/** The details by which a payer recognises a card; a provider may leave out any of them. */
export interface PaymentCard {
  /** In lower case, such as `visa`. */
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** 1 to 12. */
  readonly expiryMonth: number | null;
  /** Four digits. */
  readonly expiryYear: number | null;
}

/** A payment that is taken without its payer. @property amountKobo in NGN */
export interface ChargeRequest {
  /** Our own unique reference: a provider accepts it once. */
  readonly reference: string;
  readonly amountKobo: number;
  readonly owner: PaymentOwner;
  /** Undefined if none is needed. */
  readonly authorization: PaymentAuthorization | undefined;
}

/** The progress of a payment. A `failed` one may still succeed, if its payer tries again. */
export type PaymentStatus = 'pending' | 'success' | 'failed';

/** A payment as its provider reports it. */
export interface Payment {
  /** The reference of the request. */
  readonly reference: string;
  readonly status: PaymentStatus;
  /** In the smallest unit of `currency`. */
  readonly amountKobo: number;
  readonly currency: string;
  readonly owner?: PaymentOwner;
  /** Present if the payer's card may be charged again. */
  readonly authorization?: PaymentAuthorization;
  /** The card that `authorization` charges. */
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
   * Charges a card without its payer. At most one payment is made for a reference, however often this is called.
   *
   * @throws PaymentsUnavailable when the outcome is unknown: the payment may have been made.
   */
  charge(request: ChargeRequest): Promise<Payment>;
  /**
   * Looks up the progress of a payment. Undefined when the provider has no such payment.
   *
   * @throws PaymentsUnavailable
   */
  lookUp(reference: string): Promise<Payment | undefined>;
}

/**
 * The provider did not do what was requested. Carries only our own reason, because messages of providers quote their
 * input.
 */
export class PaymentsUnavailable extends Error {
  override readonly name = 'PaymentsUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The payment provider was unavailable: ${reason}`);
    this.reason = reason;
  }
}
