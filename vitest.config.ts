import { defineConfig } from 'vitest/config';

/** Where a run leaves its machine-readable report; runs that follow each other name their own with REPORT. */
const report = `.local/reports/${process.env['REPORT'] ?? 'tests'}.json`;

/** Loading modules takes longer than most tests: the files of a suite share them, one after the other. */
const SHARED_MODULES = { isolate: false, sequence: { setupFiles: 'list' } } as const;

/** Runs before each file of such a suite: it gives files modules of their own and cleans up after them. */
const SHARED_PROCESS = 'tests/support/setup/shared-process.ts';

/** `npm test` leaves these out, so that it stays short; `npm run test:unit`, `test:integration` and the gate run them. */
const LOAD = { name: 'load', description: 'Dozens and hundreds at once, or as much data as is allowed.' } as const;

export default defineConfig({
  test: {
    // All cores: on small machines the default leaves one idle while tests wait for the emulator.
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: report }]],
    tags: [LOAD],
    globalSetup: 'tests/support/setup/temporary-folder.ts',
    // Time-outs end what hangs and judge no speed: a busy machine is several times slower than an idle one.
    projects: [
      // Properties are tried with many inputs, which takes its time on a busy machine.
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          ...SHARED_MODULES,
          setupFiles: SHARED_PROCESS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/support/setup/integration.ts',
          ...SHARED_MODULES,
          setupFiles: [SHARED_PROCESS, 'tests/support/setup/integration-environment.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: 'tests/support/setup/integration.ts',
          setupFiles: 'tests/support/setup/integration-environment.ts',
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      // Synthesis of every stack takes seconds; files share what is loaded and synthesized.
      {
        test: {
          name: 'infra',
          include: ['tests/infra/**/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // A hundred requests at once, as one file sends them, keep the emulator from responding to others for seconds:
          // one file after the other, and functions that run in this process wait as long as the deployed ones.
          fileParallelism: false,
          env: { AWS_PATIENCE_SECONDS: '25' },
          globalSetup: 'tests/support/setup/e2e.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      // The hosted page in Chromium, on a deployment as that of the e2e suite.
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          fileParallelism: false,
          env: { AWS_PATIENCE_SECONDS: '25' },
          globalSetup: 'tests/support/setup/e2e.ts',
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      // Runs the checks of the project on a copy with what `npm run new` writes.
      {
        test: {
          name: 'scaffold',
          include: ['tests/scaffold/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'kill',
          include: ['tests/kill/**/*.test.ts'],
          // Both stop workers of one deployment.
          fileParallelism: false,
          globalSetup: 'tests/kill/setup.ts',
          testTimeout: 120_000,
        },
      },
    ],
  },
});
