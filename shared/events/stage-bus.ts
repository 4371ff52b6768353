import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { putEntries } from '#shared/platform/event-bridge';
import { setAside } from './set-aside.ts';

/** The effect of the capability `bus`: the bus of the stage, and the queue for events that it will never accept. */
export const bus = effect('bus', () => ({ busName: env('BUS_NAME'), putEntries, setAside }));
