import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ApiSurface } from './surface.ts';

/** The surface of the last release, compressed from 400 kB of JSON to 20 kB. */
const RELEASED_FILE = new URL('released-api.json.gz', import.meta.url);

/** The surface of the last release. */
export const readReleased = (): ApiSurface => JSON.parse(gunzipSync(readFileSync(RELEASED_FILE)).toString());

/** Stores a surface as that of the last release. */
export const writeReleased = (surface: ApiSurface): void =>
  writeFileSync(RELEASED_FILE, gzipSync(JSON.stringify(surface), { level: 9 }));
