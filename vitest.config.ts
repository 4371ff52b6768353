import { defineConfig } from 'vitest/config';

/** The file of a run's machine-readable report. Consecutive runs set their own with REPORT. */
const report = `.local/reports/${process.env['REPORT'] ?? 'tests'}.json`;

/** Loading modules takes longer than most tests, so the files of a suite share them and run one after another. */
const SHARED_MODULES = { isolate: false, sequence: { setupFiles: 'list' } } as const;

/** Runs before each file of such a suite: it gives the file its own modules and cleans up after it. */
const SHARED_PROCESS = 'tests/support/setup/shared-process.ts';

/** `npm test` leaves these out to stay short. `npm run test:unit`, `test:integration` and the gate run them. */
const LOAD = { name: 'load', description: 'Many at once, as much data as is allowed, or many random cases.' } as const;

export default defineConfig({
  test: {
    // On small machines the default leaves one core idle while tests wait for the emulator.
    maxWorkers: '100%',
    reporters: ['default', ['json', { outputFile: report }]],
    tags: [LOAD],
    globalSetup: 'tests/support/setup/temporary-folder.ts',
    // Time-outs end hanging tests and do not judge speed: a busy machine is several times slower than an idle one.
    projects: [
      // Properties are tried with many inputs, which takes a while on a busy machine.
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
      // Synthesis of every stack takes seconds, so the files share loaded modules and synthesised stacks.
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
          // Tests run one file after another, because one file sends a hundred requests at once, which keep the
          // emulator from responding to others for seconds. Functions that run in this process wait as long as deployed
          // ones.
          fileParallelism: false,
          env: { AWS_PATIENCE_SECONDS: '25' },
          globalSetup: 'tests/support/setup/e2e.ts',
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      // The hosted page in Chromium, on a deployment like that of the e2e suite.
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
      // Clients generated from the API document, on a deployment as that of the e2e suite.
      {
        test: {
          name: 'generators',
          include: ['tests/generators/**/*.test.ts'],
          globalSetup: 'tests/generators/setup.ts',
          testTimeout: 120_000,
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
      // `npm run deploy` with a few endpoints, on a local cloud of its own.
      {
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'kill',
          include: ['tests/kill/**/*.test.ts'],
          // Both files stop workers of the same deployment.
          fileParallelism: false,
          globalSetup: 'tests/kill/setup.ts',
          testTimeout: 120_000,
        },
      },
    ],
  },
});
