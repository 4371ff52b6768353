import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';

/*
 * What a team would write with middy and Powertools: body parser, validation, one log line, one metric, mapped errors.
 */

const logger = new Logger({ serviceName: 'bench' });
const metrics = new Metrics({ namespace: 'Bench', serviceName: 'bench' });

const bodySchema = v.object({ amountKobo: v.pipe(v.number(), v.integer(), v.minValue(1)) });

const respond = (statusCode: number, body: unknown): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Echoes the amount. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
  .use(injectLambdaContext(logger))
  .use(logMetrics(metrics))
  .use(httpJsonBodyParser())
  .onError((request) => {
    request.response = respond(request.error instanceof v.ValiError ? 400 : 500, { success: false });
  })
  .handler(async (event) => {
    const startedAt = performance.now();
    const { amountKobo } = v.parse(bodySchema, event.body);
    const durationMs = performance.now() - startedAt;
    logger.info('Request answered', { statusCode: 200, durationMs });
    metrics.addMetric('RequestDuration', MetricUnit.Milliseconds, durationMs);
    return respond(200, { success: true, amountKobo });
  });
