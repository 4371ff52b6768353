import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { freePort, isPortFree } from '#scripts/local-cloud/port';
import { waitUntil } from '#tests/support/wait-until';

/** Runs the script of `npm start` and returns all its output, once it has ended. */
const runStart = async (environment: Record<string, string>): Promise<{ code: number; output: string }> => {
  const { AWS_ENDPOINT_URL: _, ...own } = process.env;
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: PROJECT_FOLDER,
    env: { ...own, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
};

describe('npm start prints in one line what to do', () => {
  test('if its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, output } = await runStart({ PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(output).toBe(
      `Port ${port} is in use. Stop the process that listens there, or choose another port with PORT=<number>.\n`,
    );
  });

  test.each([
    [{ PORT: 'http' }, 'PORT must be a number from 1 to 65535, not http.\n'],
    [{ RATE_LIMIT_SCALE: '0' }, 'Stage local: RATE_LIMIT_SCALE must be a number above 0\n'],
  ])('if it is given %j', async (environment, line) => {
    expect(await runStart(environment)).toEqual({ code: 1, output: line });
  });

  test('if nothing responds at AWS_ENDPOINT_URL', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { code, output } = await runStart({ AWS_ENDPOINT_URL: nowhere, PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(output).toBe(
      `Nothing responds at ${nowhere}. Start that cloud, or unset AWS_ENDPOINT_URL to use our own.\n`,
    );
  });
});

test('the local cloud ends with the process that started it, even if that was killed', async () => {
  const port = await freePort();
  const script = `
    import { startLocalCloud } from '#scripts/local-cloud/ministack';
    await startLocalCloud({ port: ${port}, logFile: '.local/orphan-ministack.log' });
    console.log('started');
  `;
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: PROJECT_FOLDER,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: starter.stdout }), 'line');
  expect(await isPortFree(port)).toBe(false);
  starter.kill('SIGKILL');
  await waitUntil(() => isPortFree(port), { what: 'the end of the orphaned cloud' });
});
