import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type LookupFunction } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { error, post, resolvesTo, response } from './attempts.ts';
import { httpReceiver, listen } from './receivers.ts';

describe('the guard at connect', () => {
  const connections = async () => {
    const connected = vi.fn();
    return { connected, port: await listen(createServer(connected)) };
  };

  test.each([
    ['a private address', '10.0.0.1'],
    ['the metadata address', '169.254.169.254'],
    ['the unspecified address', '0.0.0.0'],
  ])('refuses a name that resolves to %s', async (_, address) => {
    expect(await post('http://receiver.test/', { lookup: resolvesTo(address) })).toEqual(error('endpoint_not_allowed'));
  });

  test('refuses a name with a mixed result and connects to neither address', async () => {
    const { connected, port } = await connections();
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]);
    expect(await post(`http://receiver.test:${port}/`, { lookup })).toEqual(error('endpoint_not_allowed'));
    expect(connected).not.toHaveBeenCalled();
  });

  test('refuses loopback, by name and by literal, if the stage does not allow it', async () => {
    const { connected, port } = await connections();
    const options = { allowLoopbackHttp: false, lookup: resolvesTo('127.0.0.1') };
    for (const host of ['receiver.test', '127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost.']) {
      expect(await post(`https://${host}:${port}/`, options)).toEqual(error('endpoint_not_allowed'));
    }
    expect(connected).not.toHaveBeenCalled();
  });

  test('refuses plain http if the stage does not allow it', async () => {
    expect(await post('http://receiver.test/', { allowLoopbackHttp: false })).toEqual(error('endpoint_not_allowed'));
  });

  test('connects to the address that it checked, not to a later result', async () => {
    const endpoint = await httpReceiver((_, result) => result.end('judged'));
    const responses = ['127.0.0.1', '10.0.0.1'];
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [{ address: responses.shift() ?? '', family: 4 }]);
    expect(await post(endpoint.replace('127.0.0.1', 'receiver.test'), { lookup })).toEqual(response(200, 'judged'));
    expect(responses).toEqual(['10.0.0.1']);
  });
});

describe('over TLS', () => {
  // A self-signed certificate for receiver.test, valid from 2024 to 2124, made only for these tests.
  const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
  const cert = fixture('receiver.cert.pem');

  const tlsReceiver = () =>
    listen(createTlsServer({ cert, key: fixture('receiver.key.pem') }, (_, result) => result.end('over tls')));

  const trustReceiver = () => {
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    onTestFinished(() => setDefaultCACertificates(trusted));
  };

  const lookup = resolvesTo('127.0.0.1');

  test('a certificate that is trusted and names the host is accepted', async () => {
    trustReceiver();
    expect(await post(`https://receiver.test:${await tlsReceiver()}/`, { lookup })).toEqual(response(200, 'over tls'));
  });

  test('a certificate that is not trusted is refused', async () => {
    expect(await post(`https://receiver.test:${await tlsReceiver()}/`, { lookup })).toEqual(error('tls'));
  });

  test('a certificate that is not trusted is refused even if the environment turns verification off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(await post(`https://receiver.test:${await tlsReceiver()}/`, { lookup })).toEqual(error('tls'));
  });

  test('a certificate with another name is refused', async () => {
    trustReceiver();
    expect(await post(`https://other.test:${await tlsReceiver()}/`, { lookup })).toEqual(error('tls'));
  });

  test('a receiver that speaks plain HTTP is refused', async () => {
    const port = await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await post(`https://127.0.0.1:${port}/`)).toEqual(error('tls'));
  });
});
