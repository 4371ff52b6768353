import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';

/** The context that Lambda passes with an event, with `remainingMs` left (default: 10 seconds). */
export const lambdaContext = (functionName = 'function-under-test', remainingMs = 10_000): Context => {
  const deadline = performance.now() + remainingMs;
  return {
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-west-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'test',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  };
};
