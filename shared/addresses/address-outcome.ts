/** The possible results of a visit. */
export const VISIT_RESULTS = ['verified', 'not_verified'] as const;

/** The result of a visit. */
export type VisitResult = (typeof VISIT_RESULTS)[number];

/** Details that are reported with the end of a visit. */
interface VisitReport {
  /** The reason in the source's words, visible only to the account. */
  readonly reason: string | null;
}

/** How an address verification ends: the visit took place, or it was not possible. */
export type AddressOutcome =
  | (VisitReport & {
      readonly status: 'completed';
      readonly result: VisitResult;
      /** Where the visitor was, in the source's words. */
      readonly location: string;
      /** URLs of photos. */
      readonly photos: readonly string[];
    })
  | (VisitReport & { readonly status: 'failed' });
