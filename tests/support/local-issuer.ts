import { createHash, randomUUID } from 'node:crypto';
import { once as onceEmitted } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { exportJWK } from 'jose/key/export';
import { generateKeyPair } from 'jose/key/generate/keypair';
import { once } from '#shared/platform/env';

/** A key pair of the issuer. */
export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** How the address of the keys responds: normally, with a status or any body, never, or by hanging up. */
export type KeysFault = { readonly status: number; readonly body?: string } | 'hangs' | 'resets' | undefined;

/** Claims that replace the true ones in a token; undefined leaves a claim out. */
export interface TokenLies {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs instead of the newest published key. */
  readonly key?: IssuerKey;
  readonly nowMs?: number;
}

const CLIENT_ID = '407408718192-tests.apps.googleusercontent.com';

/** Makes a key pair that the issuer may publish. */
export const newIssuerKey = async (kid: string, alg = 'RS256'): Promise<IssuerKey> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
};

/** The issuer's id of the person with an address: 21 digits, like Google's ids. */
export const subjectOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`)
    .toString()
    .slice(0, 21);

/**
 * Starts an issuer of ID tokens on the loopback address. It behaves as Google does in what the service uses: keys, and
 * tokens signed with them. It does not keep its process running.
 */
export const startIssuer = async () => {
  const firstKey = await newIssuerKey('key-1');
  const state = { published: [firstKey], fault: undefined as KeysFault, calls: 0 };
  const hanging = new Set<ServerResponse>();

  const server = createServer((_, response) => {
    state.calls++;
    const { fault, published } = state;
    if (fault === 'resets') response.destroy();
    else if (fault === 'hangs') hanging.add(response);
    else {
      const { status = 200, body = JSON.stringify({ keys: published.map(({ jwk }) => jwk) }) } = fault ?? {};
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    }
  });
  server.listen(0, '127.0.0.1').unref();
  await onceEmitted(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The issuer has no TCP port');
  const issuer = `http://127.0.0.1:${address.port}`;

  /** An ID token for an address, with the claims of Google's. */
  const idToken = (email: string, { claims, header, key, nowMs = Date.now() }: TokenLies = {}): Promise<string> => {
    const signer = key ?? state.published.at(-1);
    if (!signer) throw new Error('The issuer has no key');
    const issuedAtSeconds = Math.floor(nowMs / 1000);
    const payload = {
      iss: issuer,
      azp: CLIENT_ID,
      aud: CLIENT_ID,
      sub: subjectOf(email),
      email,
      email_verified: true,
      name: 'Ada Obi',
      given_name: 'Ada',
      family_name: 'Obi',
      iat: issuedAtSeconds,
      exp: issuedAtSeconds + 3600,
      jti: randomUUID(),
      ...claims,
    };
    const { alg, kid, privateKey } = signer;
    return new SignJWT(JSON.parse(JSON.stringify(payload)) as JWTPayload)
      .setProtectedHeader({ typ: 'JWT', alg, kid, ...header })
      .sign(privateKey);
  };

  const breakKeys = (fault: KeysFault): void => {
    state.fault = fault;
    for (const response of hanging) response.destroy();
    hanging.clear();
  };

  return {
    /** The environment variables of a function that trusts it. */
    environment: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: issuer, GOOGLE_JWKS_URL: `${issuer}/certs` },
    idToken,
    /** Publishes only these keys; the last one signs. */
    publish: (...keys: IssuerKey[]): void => {
      state.published = keys;
    },
    published: (): readonly IssuerKey[] => state.published,
    /** Sets how it responds from now on. Requests that hang are dropped when it recovers. */
    break: breakKeys,
    /** Publishes its first key again, and responds normally. */
    restore: (): void => {
      state.published = [firstKey];
      breakKeys(undefined);
    },
    /** How often its keys have been fetched. */
    calls: (): number => state.calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await onceEmitted(server, 'close');
    },
  };
};

/** An issuer on the loopback address. */
export type LocalIssuer = Awaited<ReturnType<typeof startIssuer>>;

/** The issuer of this process, for examples. There is only one, so that the keys that functions cache stay valid. */
export const sharedIssuer: () => Promise<LocalIssuer> = once(startIssuer);

/** An ID token for an address from the issuer of this process. Functions in this process trust it from then on. */
export const trustedIdToken = async (email: string): Promise<string> => {
  const issuer = await sharedIssuer();
  Object.assign(process.env, issuer.environment);
  return issuer.idToken(email);
};
