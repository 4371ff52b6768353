import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { ModelUnavailable } from '#shared/sources/assistant-model';
import { type BedrockSettings, bedrockClient, bedrockModel } from '#shared/sources/model-bedrock';
import { contextBlocks, questionTokens } from '#shared/sources/model-prompt';
import { contextOf } from './told.ts';

/*
 * The tests use a local server that implements the published API of Amazon Bedrock: `POST /model/{modelId}/converse`,
 * JSON in both directions, errors by status and `x-amzn-errortype` (Amazon Bedrock API Reference, "Converse").
 */

interface Asked {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a request as it was sent.
  readonly body: any;
}

type Respond = (response: ServerResponse, tries: number) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const json =
  (body: unknown): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
  };

const failure =
  (status: number, type: string): Respond =>
  (response) => {
    const headers = { 'content-type': 'application/json', 'x-amzn-errortype': type, connection: 'close' };
    response.writeHead(status, headers).end('{"message":"You asked about Adire Textiles"}');
  };

const ANSWER = {
  output: { message: { role: 'assistant', content: [{ text: 'It is active.' }] } },
  stopReason: 'end_turn',
  usage: { inputTokens: 812, outputTokens: 9, totalTokens: 821 },
  metrics: { latencyMs: 900 },
};

const MODEL_ID = 'eu.amazon.nova-lite-v1:0';

const modelOn = async (respond: Respond, settings: Partial<BedrockSettings> = {}) => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({
      url: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    respond(response, asked.length);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = bedrockClient('eu-west-1', {
    endpoint: `http://127.0.0.1:${address.port}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const stage = { modelId: MODEL_ID, region: 'eu-west-1', maxAnswerTokens: 500, ...settings };
  return { asked, model: bedrockModel(stage, () => client) };
};

const QUESTION = { system: 'Answer from the record.', context: contextOf('Is it active?'), maxTokens: 321 };

const ask = async (
  respond: Respond,
  {
    settings = {},
    signal = new AbortController().signal,
  }: { settings?: Partial<BedrockSettings>; signal?: AbortSignal } = {},
) => {
  const { asked, model } = await modelOn(respond, settings);
  const outcome = await model.ask({ ...QUESTION, signal }).catch((error: unknown) => error);
  return { asked, outcome };
};

describe('A question to Amazon Bedrock', () => {
  test('has the instructions only in its system field, the data in one message, and no tools', async () => {
    const { asked } = await ask(json(ANSWER));
    expect(asked.map(({ url }) => decodeURIComponent(url))).toStrictEqual([`/model/${MODEL_ID}/converse`]);
    expect(asked[0]?.body).toStrictEqual({
      system: [{ text: 'Answer from the record.' }],
      messages: [{ role: 'user', content: contextBlocks(QUESTION.context).map((text) => ({ text })) }],
      inferenceConfig: { maxTokens: 321 },
    });
    expect(asked[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 .*\/eu-west-1\/bedrock\/aws4_request/);
  });

  test("goes through the stage's guardrail, with its trace off, because a trace quotes texts", async () => {
    const { asked } = await ask(json(ANSWER), { settings: { guardrail: { id: 'gr1', version: '3' } } });
    expect(asked[0]?.body.guardrailConfig).toStrictEqual({
      ...{ guardrailIdentifier: 'gr1', guardrailVersion: '3', trace: 'disabled' },
    });
  });

  test('has the guardrail assess only the message to answer, not the record that it is about', async () => {
    const { asked } = await ask(json(ANSWER), { settings: { guardrail: { id: 'gr1', version: '3' } } });
    const [record, results, events, earlier, message] = contextBlocks(QUESTION.context);
    expect(message).toContain('Is it active?');
    expect(asked[0]?.body.messages).toStrictEqual([
      {
        role: 'user',
        content: [
          ...[record, results, events, earlier].map((text) => ({ text })),
          { guardContent: { text: { text: message } } },
        ],
      },
    ]);
  });

  test('is counted as twice the tokens of its texts', async () => {
    const { model } = await modelOn(json(ANSWER));
    expect(model.countQuestion(QUESTION)).toBe(2 * questionTokens(QUESTION));
    expect(model.maxAnswerTokens).toBe(500);
  });
});

describe('An answer of Amazon Bedrock', () => {
  test('has its text and its token usage', async () => {
    const { outcome } = await ask(json(ANSWER));
    expect(outcome).toStrictEqual({ text: 'It is active.', inputTokens: 812, outputTokens: 9, stopReason: 'end' });
  });

  test('consists of its texts, without its reasoning, and names the pages that it is based on', async () => {
    const cited = (url: string, title?: string) => ({
      ...(title && { title }),
      location: { web: { url, domain: 'cac.example' } },
    });
    const citations = [
      cited('https://cac.example/1', 'Register'),
      cited('https://cac.example/2'),
      cited('https://cac.example/1', 'Register'),
      cited('javascript:alert(1)', 'Bad'),
    ];
    const content = [
      { reasoningContent: { reasoningText: { text: 'Let me think.' } } },
      { text: 'It is ' },
      { citationsContent: { content: [{ text: 'active.' }], citations } },
    ];
    const { outcome } = await ask(json({ ...ANSWER, output: { message: { role: 'assistant', content } } }));
    expect(outcome).toMatchObject({
      text: 'It is active.',
      groundingSources: {
        groundingChunks: [
          { web: { uri: 'https://cac.example/1', title: 'Register' } },
          { web: { uri: 'https://cac.example/2', title: 'cac.example' } },
        ],
      },
    });
  });

  test.each([
    ['max_tokens', 'max_tokens'],
    ['stop_sequence', 'end'],
    ['content_filtered', 'filtered'],
    ['guardrail_intervened', 'filtered'],
  ])('that stopped for %s is %s', async (stopReason, expected) => {
    expect((await ask(json({ ...ANSWER, stopReason }))).outcome).toMatchObject({ stopReason: expected });
  });

  test('that a filter withheld may be without text', async () => {
    const withheld = {
      ...ANSWER,
      stopReason: 'content_filtered',
      output: { message: { role: 'assistant', content: [] } },
    };
    expect((await ask(json(withheld))).outcome).toMatchObject({ text: '', stopReason: 'filtered', inputTokens: 812 });
  });

  test.each([
    ['no usage', undefined],
    ['a usage without tokens', {}],
    ['a negative usage', { inputTokens: -5, outputTokens: 9, totalTokens: 4 }],
    ['a fractional usage', { inputTokens: 1.5, outputTokens: 9, totalTokens: 10 }],
  ])('with %s is counted by the texts', async (_, usage) => {
    const { outcome } = await ask(json({ ...ANSWER, usage }));
    expect(outcome).toMatchObject({ inputTokens: questionTokens(QUESTION), outputTokens: 4 });
  });
});

describe('A question to Amazon Bedrock remains unanswered', () => {
  test.each([
    ['tool_use', json({ ...ANSWER, stopReason: 'tool_use' }), 'no_answer'],
    ['an unknown stop reason', json({ ...ANSWER, stopReason: 'bored' }), 'no_answer'],
    [
      'an empty text',
      json({ ...ANSWER, output: { message: { role: 'assistant', content: [{ text: ' ' }] } } }),
      'empty_answer',
    ],
    ['an empty body', json({}), 'no_answer'],
    ['a body that is not JSON', (response: ServerResponse) => response.writeHead(200).end('<html>'), 'SyntaxError'],
    ['an invalid request', failure(400, 'ValidationException'), 'ValidationException'],
    ['a model without access', failure(403, 'AccessDeniedException'), 'AccessDeniedException'],
  ])('after %s', async (_, respond, reason) => {
    const { outcome, asked } = await ask(respond as Respond);
    expect(outcome).toBeInstanceOf(ModelUnavailable);
    expect(outcome).toMatchObject({ reason });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(outcome, Object.getOwnPropertyNames(outcome))).not.toContain('Adire');
  });

  test.each([
    ['throttling', failure(429, 'ThrottlingException'), 'ThrottlingException'],
    ['a model that is not ready', failure(429, 'ModelNotReadyException'), 'ModelNotReadyException'],
    ['an outage', failure(503, 'ServiceUnavailableException'), 'ServiceUnavailableException'],
  ])('after %s in each of three tries', async (_, respond, reason) => {
    const { outcome, asked } = await ask(respond);
    expect(outcome).toMatchObject({ reason });
    expect(asked).toHaveLength(3);
  });

  test('if the connection is cut in the middle of each response, after three tries', async () => {
    const { outcome, asked } = await ask((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' });
      response.write('{"output":{"message":', () => response.destroy());
    });
    expect(outcome).toBeInstanceOf(ModelUnavailable);
    expect(asked).toHaveLength(3);
  });

  test('if the connection is cut before each response', async () => {
    const { outcome, asked } = await ask((response) => response.destroy());
    expect(outcome).toBeInstanceOf(ModelUnavailable);
    expect(asked).toHaveLength(3);
  });

  test('if the time is over before a response', async () => {
    const ending = new AbortController();
    const { outcome } = await ask(() => ending.abort(), { signal: ending.signal });
    expect(outcome).toBeInstanceOf(ModelUnavailable);
  });

  test('if the time is already over', async () => {
    const { outcome } = await ask(json(ANSWER), { signal: AbortSignal.abort() });
    expect(outcome).toBeInstanceOf(ModelUnavailable);
  });

  test('only until a later try gets an answer', async () => {
    const { outcome, asked } = await ask((response, tries) =>
      (tries === 1 ? failure(429, 'ThrottlingException') : json(ANSWER))(response, tries),
    );
    expect(outcome).toMatchObject({ text: 'It is active.' });
    expect(asked).toHaveLength(2);
  });
});
