import type { ItemReader } from '#shared/db/operations';
import { ApiError, type RefusalTarget, withRefusalTarget } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import type { ErrorCode } from '#shared/errors/errors';
import type { Contract } from '#shared/http/contract';
import type { AsDeclared, Effects, Endpoint, ParsedRequest, ServedEndpoint } from '#shared/http/endpoint';
import type { EndpointResponse } from '#shared/http/endpoint-response';
import type { ParseMultipart } from '#shared/http/multipart/uploaded-file';
import type { RequestMeta } from '#shared/http/request';
import type { RenderErrorPage } from '#shared/http/response';
import { serve } from '#shared/http/serve';
import { openEmbedSigningSecret, type Widget } from '#shared/onboarding/widgets/widget';
import type { WidgetStatus } from '#shared/onboarding/widgets/widget-bodies';
import { findWidgetByEmbedToken } from '#shared/onboarding/widgets/widget-repository';
import type { Effect, EffectValues } from '#shared/platform/effect';
import type { Environment } from '#shared/platform/environments';
import type { ReadVault } from '#shared/platform/vault';
import { guardAddress, guardCountry, guardOrigin, guardSignature, type VerifiedSignature } from './embed-guards.ts';
import { guardPreview } from './preview.ts';

/** What an embed endpoint requires of its caller. */
export interface EmbedPolicy<Request> {
  /** Where the request carries its embed token. */
  readonly tokenOf: (request: Request) => string;
  /**
   * Where the request carries the signature of a preview, if it can. A preview is the owner's, so the widget's status
   * and its other guards do not apply.
   */
  readonly previewOf?: (request: Request) => string | undefined;
  /** The widget statuses in which the call is allowed: on a paused widget, open sessions may finish. */
  readonly statuses: readonly WidgetStatus[] | ((request: Request) => readonly WidgetStatus[]);
  /** Whether the call only reads: it then needs neither an `Origin` nor a signature. */
  readonly reads: boolean;
  /** The refusal of an unknown token. */
  readonly unknownToken: ErrorCode;
}

/** Statuses in which a session can be opened. */
export const OPENING_STATUSES: readonly WidgetStatus[] = ['live'];

/** Statuses in which an open session can continue. */
export const CONTINUING_STATUSES: readonly WidgetStatus[] = ['live', 'paused'];

/** The policy of the calls that change an open session. */
export const SESSION_CHANGE_POLICY: EmbedPolicy<{ readonly body: { readonly token: string } }> = {
  tokenOf: ({ body }) => body.token,
  statuses: CONTINUING_STATUSES,
  reads: false,
  unknownToken: 'INVALID_EMBED_TOKEN',
};

/** The caller of an embed endpoint: the holder of a widget's token. */
export interface EmbedCaller {
  readonly widget: Widget;
  /** That of the widget. */
  readonly environment: Environment;
  /** Present where the widget requires signed requests, except for calls that only read. */
  readonly signature?: VerifiedSignature;
  /** Present for the holder of a preview link. */
  readonly preview?: true;
}

/** The parts of an embed endpoint; see `Endpoint` of the kit. */
export interface EmbedEndpoint<C extends Contract, Loaded, Fx extends readonly Effect[]> {
  /** The effects that the contract declares. A call that does more than read must have the vault among them. */
  readonly effects?: Fx;
  /** `parseMultipart`; required of contracts that consume multipart. */
  readonly multipart?: ParseMultipart;
  readonly idempotencyScope?: (request: ParsedRequest<C>) => string | undefined;
  /** See `Endpoint` of the kit. */
  readonly errorPage?: RenderErrorPage;
  /** See `Endpoint` of the kit. */
  readonly problems?: (body: unknown, nowMs: number) => readonly Problem[];
  readonly load?: (
    request: ParsedRequest<C>,
    effects: EffectValues<Fx> & { readonly table: ItemReader },
  ) => Promise<Loaded>;
  readonly answer: (
    request: ParsedRequest<C> & { readonly caller: EmbedCaller; readonly loaded: Loaded },
    effects: EffectValues<Fx> & Effects<C>,
  ) => Promise<EndpointResponse<C>> | EndpointResponse<C>;
}

/** The widget that a refused call is reported for. */
const concernedBy = ({ id: widgetId, accountId }: Widget): RefusalTarget => ({ widgetId, accountId });

/** @throws TypeError for an endpoint whose contract does not declare the vault. */
const requireVault = (vault: ReadVault | undefined): ReadVault => {
  if (!vault) throw new TypeError('An embed call that checks a signature needs the vault');
  return vault;
};

/** Checks the guards of a widget that was found, in the order in which they are reported. */
const guard = async <Request extends { readonly meta: RequestMeta }>(
  { statuses, reads, previewOf }: EmbedPolicy<Request>,
  request: Request,
  widget: Widget,
  vault: ReadVault | undefined,
): Promise<EmbedCaller> => {
  const { meta } = request;
  const { environment } = widget;
  if (widget.suspendedAt !== undefined) throw new ApiError('WIDGET_NOT_LIVE');
  const preview = previewOf?.(request);
  if (preview !== undefined) {
    guardPreview(widget, preview, await openEmbedSigningSecret(widget, requireVault(vault)), meta.nowMs);
    return { widget, environment, preview: true };
  }
  const allowed = typeof statuses === 'function' ? statuses(request) : statuses;
  if (!allowed.includes(widget.status)) throw new ApiError('WIDGET_NOT_LIVE');
  const { security } = widget.config;
  guardOrigin(security, meta, reads);
  guardAddress(security, meta);
  guardCountry(security, meta);
  if (!security.requireSignedRequests || reads) return { widget, environment };
  const secret = await openEmbedSigningSecret(widget, requireVault(vault));
  return { widget, environment, signature: guardSignature(widget, secret, meta) };
};

/**
 * Finds the widget of a call whose caller holds its embed token, and checks its guards. They are checked in the order
 * in which they are reported: token, status, origin, address, country, signature.
 *
 * @throws ApiError for the first guard that refuses.
 */
const admit = async <Request extends { readonly meta: RequestMeta }>(
  policy: EmbedPolicy<Request>,
  request: Request,
  { table, vault }: { readonly table: ItemReader; readonly vault?: ReadVault },
): Promise<EmbedCaller> => {
  const widget = await findWidgetByEmbedToken(table, policy.tokenOf(request));
  if (!widget) throw new ApiError(policy.unknownToken, { failedCredential: 'unknown_token' });
  return withRefusalTarget(concernedBy(widget), () => guard(policy, request, widget, vault));
};

/** Turns an embed contract into a Lambda handler for callers that pass its policy. */
export const serveEmbed = <C extends Contract, Loaded = undefined, const Fx extends readonly Effect[] = readonly []>(
  contract: C,
  policy: EmbedPolicy<ParsedRequest<C>>,
  endpoint: EmbedEndpoint<C, Loaded, Fx> & AsDeclared<C, Fx>,
): ServedEndpoint<Fx> => {
  const served: Endpoint<C, Loaded, EmbedCaller, EndpointResponse<C>, Fx> = {
    ...endpoint,
    identify: (request, effects) => admit(policy, request, effects),
    answer: (request, effects) =>
      withRefusalTarget(concernedBy(request.caller.widget), async () => endpoint.answer(request, effects)),
  };
  return serve(contract, served as typeof served & AsDeclared<C, Fx>);
};
