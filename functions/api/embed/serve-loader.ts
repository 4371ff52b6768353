import { serve } from '#shared/http/serve';
import { loaderScript } from '#web/assets';
import { serveLoader } from './serve-loader.contract.ts';

/** Pages of every origin may load it, even those that isolate themselves (COEP). */
const HEADERS = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;

/** GET /widget.js */
export const handler = serve(serveLoader, {
  answer: () => ({ status: 200, body: loaderScript(), headers: HEADERS }),
});
