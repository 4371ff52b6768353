/** What a visit may find. */
export const VISIT_RESULTS = ['verified', 'not_verified'] as const;

/** What a visit found. */
export type VisitResult = (typeof VISIT_RESULTS)[number];

/** What is reported with the end of a visit. */
interface VisitReport {
  /** Why, in words of the source; for the account alone. */
  readonly reason: string | null;
}

/** How an address verification ends: the visit took place, or it was not possible. */
export type AddressOutcome =
  | (VisitReport & {
      readonly status: 'completed';
      readonly result: VisitResult;
      /** Where the visitor was, in words of the source. */
      readonly location: string;
      /** Addresses of pictures. */
      readonly photos: readonly string[];
    })
  | (VisitReport & { readonly status: 'failed' });
