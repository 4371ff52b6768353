import { inject } from 'vitest';

// Before a test file imports a module: some read their settings as they load.
Object.assign(process.env, inject('integrationEnvironment'));
