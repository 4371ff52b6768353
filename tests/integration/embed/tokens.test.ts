import { describe, expect, test } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { handler as readSessionHandler } from '#functions/api/embed/read-embed-session';
import { readEmbedSession } from '#functions/api/embed/read-embed-session.contract';
import { handler as readWidgetHandler } from '#functions/api/embed/read-embed-widget';
import { readEmbedWidget } from '#functions/api/embed/read-embed-widget.contract';
import { embedEndpoint } from './call.ts';
import { openedSession, sessionCalls } from './session.ts';

const open = embedEndpoint(openEmbedSession, openHandler);
const readWidget = embedEndpoint(readEmbedWidget, readWidgetHandler);
const readSession = embedEndpoint(readEmbedSession, readSessionHandler);

describe('an embed token of another form or length', () => {
  test.each([
    ['one other letter', () => 'x'],
    ['a space', () => ' '],
    ['no prefix', (token: string) => token.slice('elt_'.length)],
    ['an extra letter', (token: string) => `${token}0`],
    ['a missing letter', (token: string) => token.slice(0, -1)],
    ['lower-case letters', (token: string) => token.toLowerCase()],
    ['surrounding spaces', (token: string) => ` ${token} `],
    ['letters of another alphabet', (token: string) => token.replace(/.$/, '\u{1f512}')],
    ['201 characters', () => 'x'.repeat(201)],
    ['a hundred thousand characters', () => `elt_${'0'.repeat(100_000)}`],
    ['the name of a property that every object has', () => 'constructor'],
  ])('with %s is unknown: 401, and 404 if the widget is read with it', async (_, change) => {
    const { widget, session } = await openedSession();
    const token = change(widget.embedLinkToken);
    const calls = sessionCalls({ ...widget, embedLinkToken: token }, session);
    const answers = [
      await open({ body: { token } }),
      await calls.read(),
      await calls.submit(),
      await calls.save('x', {}),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([401, 'INVALID_EMBED_TOKEN']);
    const { status, body } = await readWidget({ pathParameters: { token } });
    expect([status, body.code]).toEqual([404, 'WIDGET_NOT_FOUND']);
  });
});

describe('an embed token that is missing, or not a text', () => {
  test.each([undefined, null, '', 7, {}, ['elt_x']])('is a 400 that names it: %j', async (token) => {
    const { status, body } = await open({ body: { token } });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['token']);
  });

  test('is a 400 in a query too', async () => {
    const { session } = await openedSession();
    const { status, body } = await readSession({ pathParameters: { sessionId: session.id }, query: {} });
    expect([status, body.details]).toEqual([400, [{ path: 'token', message: 'Required' }]]);
  });
});
