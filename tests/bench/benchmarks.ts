import { bill } from './measures/bill.ts';
import { coldStart } from './measures/cold-start.ts';
import { dollars } from './measures/dollars.ts';
import { dynamoDb } from './measures/dynamodb.ts';
import { applicantExport } from './measures/export.ts';
import { fanOut } from './measures/fan-out.ts';
import { firstMinute } from './measures/first-minute.ts';
import { growth } from './measures/growth.ts';
import { kit } from './measures/kit.ts';
import { limiter } from './measures/limiter.ts';
import { lists } from './measures/lists.ts';
import { memory } from './measures/memory.ts';
import { profile } from './measures/profile.ts';
import { report } from './measures/report.ts';
import { sizes } from './measures/sizes.ts';
import { wallet } from './measures/wallet.ts';
import { webhooks } from './measures/webhooks.ts';
import { webhooksAtScale } from './measures/webhooks-at-scale.ts';
import type { Benchmark } from './report.ts';

/** Every benchmark, in the order in which they run. */
export const BENCHMARKS: readonly Benchmark[] = [
  sizes,
  coldStart,
  kit,
  dynamoDb,
  lists,
  limiter,
  wallet,
  fanOut,
  webhooks,
  webhooksAtScale,
  report,
  applicantExport,
  memory,
  dollars,
  bill,
  growth,
  profile,
  firstMinute,
];
