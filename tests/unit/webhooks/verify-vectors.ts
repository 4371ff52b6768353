import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { deliveryHeaders } from '#shared/webhooks/deliveries/attempts/delivery-headers';

/** A request, and whether a receiver with the secret {@link SECRET} must accept it. */
export interface VerifyVector {
  /** What the receiver does with it, as the name of a test. */
  readonly does: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isGenuine: boolean;
}

/** The receiver's secret. */
export const SECRET = generateSigningSecret();

/**
 * The body that {@link headersAt} signs: JSON with characters beyond ASCII, and with spaces that no serialiser would
 * write again.
 */
export const BODY = '{"id":"whd_01", "event":"kyb.applicant.decision",\r\n "data":{"name":"Ọ̀yọ́ ₦"}}';

/** The headers of a delivery of {@link BODY}. */
export const headersAt = (
  seconds: number,
  current = SECRET,
  ...previous: readonly string[]
): Readonly<Record<string, string>> =>
  deliveryHeaders({
    deliveryId: 'whd_01',
    eventId: 'sev_01',
    event: 'kyb.applicant.decision',
    body: BODY,
    secrets: { current, previous },
    seconds,
  });

/** Now, in Unix seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const genuine = (does: string, headers: VerifyVector['headers']): VerifyVector => ({
  does,
  headers,
  body: BODY,
  isGenuine: true,
});

const forged = (does: string, headers: VerifyVector['headers'], body = BODY): VerifyVector => ({
  does,
  headers,
  body,
  isGenuine: false,
});

/**
 * What every way to verify must accept and refuse as of now. Times are minutes away from every bound, because a
 * compiler may take a while before a snippet sees them.
 */
export const verifyVectors = (): readonly VerifyVector[] => {
  const now = nowSeconds();
  const other = generateSigningSecret();
  return [
    genuine('accepts what we send', headersAt(now)),
    genuine('accepts what was under way for a while', headersAt(now - 60)),
    genuine('accepts, while a rotation overlaps, with the secret before it', headersAt(now, other, SECRET)),
    genuine('accepts, while a rotation overlaps, with the secret after it', headersAt(now, SECRET, other)),
    ...[0, 1, 2].map((place) =>
      genuine(
        `accepts, while two rotations overlap, with the secret of signature ${place + 1}`,
        headersAt(now, ...[other, generateSigningSecret(), other].toSpliced(place, 1, SECRET)),
      ),
    ),
    forged("refuses another registration's signature", headersAt(now, other)),
    forged("refuses another registration's two signatures", headersAt(now, other, generateSigningSecret())),
    forged('refuses a body that was changed', headersAt(now), BODY.replace('whd_01', 'whd_02')),
    forged('refuses a body that was parsed and written again', headersAt(now), JSON.stringify(JSON.parse(BODY))),
    forged('refuses an empty body', headersAt(now), ''),
    forged('refuses what is older than five minutes', headersAt(now - 310)),
    forged('refuses a request without a signature', {
      'X-Service-Signature': '',
      'webhook-id': '',
      'webhook-timestamp': '',
      'webhook-signature': '',
    }),
  ];
};

/** Headers that are nearly right, by what is wrong with them. */
const garbage = (now: number): Readonly<Record<string, string>> => {
  const valid = headersAt(now)['X-Service-Signature'] ?? '';
  const v1 = valid.slice(valid.indexOf(',v1='));
  return {
    'that is not a signature': 'garbage',
    'without a signature': `t=${now}`,
    'with an empty signature': `t=${now},v1=`,
    'with a shortened signature': valid.slice(0, -2),
    'with a signature that is not hex': `t=${now},v1=${'é'.repeat(64)}`,
    'in another scheme': valid.replace('v1=', 'v0='),
    'without a time': v1.slice(1),
    'with an empty time': `t=${v1}`,
    'with a negative time': `t=-${now}${v1}`,
    'with a time that is not a number': `t=now${v1}`,
    'with digits that are not ASCII': `t=${'١'.repeat(10)}${v1}`,
    'with a time of 5,000 digits': `t=${'9'.repeat(5000)}${v1}`,
    'with another time than the signed one': valid.replace(`t=${now}`, `t=${now + 1}`),
    'with a line after it': `${valid}\n`,
    'with a line before it': `\n${valid}`,
  };
};

/** What the snippets without a library must also refuse. */
export const headerVectors = (): readonly VerifyVector[] => {
  const now = nowSeconds();
  return [
    forged('refuses what is signed for a later time', headersAt(now + 3600)),
    ...Object.entries(garbage(now)).map(([what, header]) =>
      forged(`refuses a header ${what}`, { 'X-Service-Signature': header }),
    ),
  ];
};
