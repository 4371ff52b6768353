import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ApiSurface } from './surface.ts';

/** The surface of the last release, compressed: 400 kB of JSON are 20. */
const RELEASED_FILE = new URL('released-api.json.gz', import.meta.url);

/** The surface of the last release. */
export const readReleased = (): ApiSurface => JSON.parse(gunzipSync(readFileSync(RELEASED_FILE)).toString());

/** Makes a surface that of the last release. */
export const writeReleased = (surface: ApiSurface): void =>
  writeFileSync(RELEASED_FILE, gzipSync(JSON.stringify(surface), { level: 9 }));
