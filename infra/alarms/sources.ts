import type { AlarmEntry } from './entry.ts';
import { search } from './searches.ts';

/** Alarms on live sources. Those of the sandbox do not count. */
export const SOURCE_ALARMS: readonly AlarmEntry[] = [
  {
    name: 'sources-down',
    meansToCustomer: 'Live checks have no result: direct checks return 503, applicants go to review.',
    looks: [
      {
        at: 'Which',
        run: search(
          'filter code in ["LOOKUP_UNAVAILABLE", "MODULE_UNAVAILABLE"] and reason != "simulated" | stats count() by source, moduleId, reason',
        ),
      },
      { at: 'Now', run: 'npm run ops -- check-sources --stage prod' },
    ],
    end: 'Call the provider; `refused`: correct [the secret](deploying.md#live-sources). Nothing is billed; vendors and visits are tried again.',
    source: { own: 'SourcesUnavailable' },
    minutes: 15,
    periods: 2,
    threshold: { from: 5 },
  },
];
