import { inject, vi } from 'vitest';

// Before a test file imports a module: some read their settings as they load.
Object.assign(process.env, inject('integrationEnvironment'));

// Log lines would bury the report. Tests of what is logged pass a sink of their own.
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: () => undefined }));
