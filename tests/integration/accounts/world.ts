import { randomUUID } from 'node:crypto';
import { handler as forgotPasswordHandler } from '#functions/api/accounts/forgot-password';
import { forgotPassword } from '#functions/api/accounts/forgot-password.contract';
import { handler as logInHandler } from '#functions/api/accounts/log-in';
import { logIn } from '#functions/api/accounts/log-in.contract';
import { handler as logInWithCodeHandler } from '#functions/api/accounts/log-in-with-code';
import { logInWithCode } from '#functions/api/accounts/log-in-with-code.contract';
import { handler as refreshTokensHandler } from '#functions/api/accounts/refresh-tokens';
import { refreshTokens } from '#functions/api/accounts/refresh-tokens.contract';
import { handler as requestLoginCodeHandler } from '#functions/api/accounts/request-login-code';
import { requestLoginCode } from '#functions/api/accounts/request-login-code.contract';
import { handler as resendVerificationHandler } from '#functions/api/accounts/resend-verification';
import { resendVerification } from '#functions/api/accounts/resend-verification.contract';
import { handler as resetPasswordHandler } from '#functions/api/accounts/reset-password';
import { resetPassword } from '#functions/api/accounts/reset-password.contract';
import { handler as signUpHandler } from '#functions/api/accounts/sign-up';
import { signUp } from '#functions/api/accounts/sign-up.contract';
import { handler as verifyEmailHandler } from '#functions/api/accounts/verify-email';
import { verifyEmail } from '#functions/api/accounts/verify-email.contract';
import { fulfilCodeOrder } from '#shared/auth/code-orders/mail-orders';
import { serviceTable } from '#shared/db/client';
import type { WriteOperation } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { callerLists } from '#shared/http/caller/keys';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { emptyMemory, type Kit } from '#shared/http/kit';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import { deliverOnce } from '#shared/mails/deliver-once';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import {
  type CodeLaneOrder,
  codeOrderOfMessage,
  type OrderCode,
  type OrderedMail,
  type SendMail,
} from '#shared/mails/queue/mail-queue';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { MailUnavailable } from '#shared/sources/mailer';
import { TEST_SIGNING_SECRET } from '#tests/support/accounts';
import { type ApiEventOptions, apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { sendMessagesBy } from '#tests/support/mails';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';

/** A response as tests read it. */
export interface ReadResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the answer should have; its assertions prove it.
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The complete `Set-Cookie` lines. */
  readonly setCookies: readonly string[];
  /** Cookie values by name. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly text: string;
}

const cookieValues = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => (line.split(';')[0] ?? '').split('=') as [string, string]));

/** Calls a handler in process. */
export const call = async (
  handler: ApiHandler,
  { method, route }: Pick<Contract, 'method' | 'route'>,
  options: ApiEventOptions,
): Promise<ReadResponse> => {
  const {
    statusCode,
    headers = {},
    body = '',
    cookies = [],
  } = await handler(apiEvent({ method, path: route, ...options }), lambdaContext('test', 20_000));
  return {
    status: statusCode,
    body: JSON.parse(body),
    headers,
    setCookies: cookies,
    cookies: cookieValues(cookies),
    text: body,
  };
};

/** An address that no other test uses. */
export const newEmail = (): string => `ada.${randomUUID()}@example.com`;

/** A password that nobody would guess. */
export const PASSWORD = 'four plain words here';

/** The account endpoints over the emulated table, with a clock, mails and secrets that the test controls. */
export const makeWorld = (table: Table = serviceTable()) => {
  const mails: MailMessage<'verificationCode'>[] = [];
  const loginMails: MailMessage<'loginCode'>[] = [];
  const resetMails: MailMessage<'passwordReset'>[] = [];
  const changeMails: MailMessage<'passwordChanged'>[] = [];
  const lines: string[] = [];
  const secrets: { pepper: VersionedSecret; signing: VersionedSecret } = {
    pepper: freshSecret(),
    signing: TEST_SIGNING_SECRET,
  };
  const world = { nowMs: Date.now(), mailIsDown: false, mailQueueIsDown: false };
  const limiter = makeRateLimiter(1);
  const kit: Kit = {
    ...emptyMemory(),
    table: () => table,
    clock: () => world.nowMs,
    limiter: () => limiter,
    log: makeLogger({}, (line) => lines.push(line)),
    metrics: makeMetrics((line) => lines.push(line)),
  };
  const mailer = {
    send: async (message: MailMessage) => {
      if (world.mailIsDown) throw new MailUnavailable('TimeoutError');
      if (message.template === 'verificationCode') mails.push(message);
      else if (message.template === 'loginCode') loginMails.push(message);
      else if (message.template === 'passwordReset') resetMails.push(message);
      else if (message.template === 'passwordChanged') changeMails.push(message);
      else throw new Error(`Not a mail of accounts: ${message.template}`);
      return undefined;
    },
  };
  const queued: CodeLaneOrder[] = [];
  const enqueue = async (order: CodeLaneOrder): Promise<void> => {
    if (world.mailQueueIsDown) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
    queued.push(codeOrderOfMessage(JSON.stringify(order)));
  };
  const sendMail: SendMail<'codes'> = (outgoing) => enqueue({ kind: 'mail', ...outgoing } as CodeLaneOrder);
  const orderCode: OrderCode = (order) => enqueue({ kind: 'code', ...order });
  const pepper = async () => secrets.pepper;
  const signing = async () => secrets.signing;

  const handlers = {
    signUp: signUpHandler.with({ pepper, codes: sendMail }, kit),
    verifyEmail: verifyEmailHandler.with({ pepper }, kit),
    resend: resendVerificationHandler.with({ pepper, codes: orderCode }, kit),
    logIn: logInHandler.with({ pepper, signing, codes: sendMail }, kit),
    requestLoginCode: requestLoginCodeHandler.with({ pepper, codes: orderCode }, kit),
    logInWithCode: logInWithCodeHandler.with({ pepper, signing }, kit),
    forgotPassword: forgotPasswordHandler.with({ pepper, codes: orderCode }, kit),
    resetPassword: resetPasswordHandler.with({ pepper, codes: sendMail }, kit),
    refresh: refreshTokensHandler.with({ signing }, kit),
  };

  /** Handles each message on the queue of mails once. Failed ones stay. */
  const deliverMails = async (): Promise<void> => {
    const clock = () => world.nowMs;
    const { log, metrics } = kit;
    const sendNow = sendMessagesBy({ mailer, isSuppressed: async () => false, clock, log, metrics });
    const effects = {
      table,
      pepper,
      clock,
      webOrigin: 'https://app.example.com',
      sendMail: sendNow,
      ask: async () => {
        throw new Error('No address is asked here');
      },
      deliver: (order: OrderedMail) => deliverOnce(order, { table, clock, sendNow, log }),
    };
    for (const order of queued.splice(0)) {
      await fulfilCodeOrder(order, effects).catch(() => queued.push(order));
    }
  };

  /** Makes a call, and handles the mails that it caused. */
  const post =
    (handler: ApiHandler, contract: Pick<Contract, 'method' | 'route'>) =>
    async (body: unknown, options: ApiEventOptions = {}): Promise<ReadResponse> => {
      const response = await call(handler, contract, { body, ...options });
      await deliverMails();
      return response;
    };

  const endpoints = {
    signUp: post(handlers.signUp, signUp),
    verifyEmail: post(handlers.verifyEmail, verifyEmail),
    resend: post(handlers.resend, resendVerification),
    logIn: post(handlers.logIn, logIn),
    requestLoginCode: post(handlers.requestLoginCode, requestLoginCode),
    logInWithCode: post(handlers.logInWithCode, logInWithCode),
    forgotPassword: post(handlers.forgotPassword, forgotPassword),
    resetPassword: post(handlers.resetPassword, resetPassword),
    refresh: post(handlers.refresh, refreshTokens),
  };

  /** The codes mailed to an address, oldest first. */
  const codesTo = (email: string): string[] => mails.filter(({ to }) => to === email).map(({ data }) => data.code);

  /** The code that was mailed last to an address. */
  const codeTo = (email: string): string => {
    const code = codesTo(email).at(-1);
    if (code === undefined) throw new Error('No code was mailed');
    return code;
  };

  /** The login codes mailed to an address, oldest first. */
  const loginCodesTo = (email: string): string[] =>
    loginMails.filter(({ to }) => to === email).map(({ data }) => data.code);

  /** Requests a login code for an address, and returns it. */
  const newLoginCode = async (email: string, options: ApiEventOptions = {}): Promise<string> => {
    const before = loginCodesTo(email).length;
    await endpoints.requestLoginCode({ email }, options);
    const code = loginCodesTo(email)[before];
    if (code === undefined) throw new Error('No login code was mailed');
    return code;
  };

  /** The tokens of the links mailed to an address, oldest first. */
  const resetTokensTo = (email: string): string[] =>
    resetMails.filter(({ to }) => to === email).map(({ data }) => data.address.split('#token=')[1] ?? '');

  /** Requests a link for an address, and returns its token. */
  const newResetToken = async (email: string): Promise<string> => {
    const before = resetTokensTo(email).length;
    await endpoints.forgotPassword({ email });
    const token = resetTokensTo(email)[before];
    if (token === undefined) throw new Error('No link was mailed');
    return token;
  };

  /** Signs up and verifies an account. */
  const verifiedAccount = async (email = newEmail(), password = PASSWORD) => {
    const signedUp = await endpoints.signUp({ email, password });
    await endpoints.verifyEmail({ email, code: codeTo(email) });
    return { email, password, userId: signedUp.body.data.userId as string };
  };

  return {
    ...endpoints,
    mails,
    lines,
    secrets,
    codesTo,
    codeTo,
    loginMails,
    loginCodesTo,
    newLoginCode,
    resetMails,
    changeMails,
    resetTokensTo,
    newResetToken,
    verifiedAccount,
    table,
    now: () => world.nowMs,
    pass: (seconds: number): void => {
      world.nowMs += seconds * 1000;
    },
    deliverMails,
    /** Messages on the queue of mails. */
    queued,
    breakMail: (broken: boolean): void => {
      world.mailIsDown = broken;
    },
    breakMailQueue: (broken: boolean): void => {
      world.mailQueueIsDown = broken;
    },
  };
};

/** A code that differs from this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Makes this many calls, a hundred at a time, because more would only wait for each other's connections. */
export const manyAtOnce = async <T>(count: number, makeCall: (index: number) => Promise<T>): Promise<T[]> => {
  const responses: T[] = [];
  for (let first = 0; first < count; first += 100) {
    const indexes = Array.from({ length: Math.min(100, count - first) }, (_, n) => first + n);
    responses.push(...(await Promise.all(indexes.map(makeCall))));
  }
  return responses;
};

/** The statuses of the responses, counted. */
export const countStatuses = (responses: readonly ReadResponse[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** The live sessions of an account, as their list shows them. */
export const sessionsOf = (accountId: string) =>
  serviceTable().queryAll({ index: 'gsi1', partition: callerLists.accountSessions(accountId) });

const sortKeyOf = (operation: WriteOperation): string =>
  operation.kind === 'put' ? operation.item.sk : operation.key.sk;

/** A table that can lose the response to the next write that touches a kind of item, after the write was made. */
export const losingResponses = (table: Table): Table & { loseNext(sortKey: string): void } => {
  let wanted: string | undefined;
  const loseIf = (operations: readonly WriteOperation[]): void => {
    if (!operations.some((operation) => sortKeyOf(operation) === wanted)) return;
    wanted = undefined;
    throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
  };
  return {
    ...table,
    write: async (operation) => {
      const result = await table.write(operation);
      loseIf([operation]);
      return result;
    },
    transact: async (operations) => {
      const result = await table.transact(operations);
      loseIf(operationsOf(operations));
      return result;
    },
    loseNext: (sortKey) => {
      wanted = sortKey;
    },
  };
};
