/** Whose wallet a payment is for. Travels with the payment, so that what comes back names the wallet as well. */
export interface PaymentOwner {
  readonly accountId: string;
  readonly environment: 'sandbox' | 'live';
}

/** What a payer is asked for. @property amountKobo in NGN; @property email where the provider sends its receipt. */
export interface CheckoutRequest {
  /** Ours, and unique: a provider takes a reference once. */
  readonly reference: string;
  readonly amountKobo: number;
  readonly email: string | undefined;
  readonly owner: PaymentOwner;
}

/** How far a payment is. A `failed` one may still succeed, when its payer tries again. */
export type PaymentStatus = 'pending' | 'success' | 'failed';

/** A payment as its provider tells of it. */
export interface Payment {
  /** As in the request. */
  readonly reference: string;
  readonly status: PaymentStatus;
  /** In the smallest unit of `currency`. */
  readonly amountKobo: number;
  readonly currency: string;
  readonly owner?: PaymentOwner;
}

/** Who takes the money. */
export const PAYMENT_PROVIDERS = ['simulated', 'paystack'] as const;

/** One of the providers. */
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** The port to whoever takes money for us. */
export interface Payments {
  readonly provider: PaymentProvider;
  /**
   * Opens a checkout for one payment and returns the address where the payer goes on.
   *
   * @throws PaymentsUnavailable
   */
  open(request: CheckoutRequest): Promise<string>;
  /**
   * Asks how far a payment is. Undefined when the provider knows nothing that we do not know ourselves.
   *
   * @throws PaymentsUnavailable
   */
  lookUp(reference: string): Promise<Payment | undefined>;
}

/** The provider did not do what it was asked. Carries a reason of ours only: its own messages quote their input. */
export class PaymentsUnavailable extends Error {
  override readonly name = 'PaymentsUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The payment provider could not be used: ${reason}`);
    this.reason = reason;
  }
}
