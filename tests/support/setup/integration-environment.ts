import { inject, vi } from 'vitest';

// Before a test file imports a module: some read their settings as they load.
Object.assign(process.env, inject('integrationEnvironment'));

// Log lines would bury the report. Tests of what is logged pass a sink of their own.
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: () => undefined }));

// However busy the machine, a call that should be counted is: the emulator is slower than the counter's patience.
vi.mock('#shared/http/kit', async (importOriginal) => {
  const original = await importOriginal<typeof import('#shared/http/kit')>();
  return { ...original, serviceKit: { ...original.serviceKit, limiterPatienceMs: 20_000 } };
});
