import { startCloud } from '#tests/bench/cloud/cloud';
import { measureCost, costOf } from '#tests/bench/cloud/costs';
import { mustInvoke } from '#tests/bench/calls/invoke';
import { recorded, watchedVendor } from '#tests/integration/monitoring/fan-out-world';
const cloud = await startCloud();
try {
  for (const name of process.argv.slice(2)) console.log(name, JSON.stringify(await measureCost(cloud, name)));
  const units = async (watchers: number) => {
    const { fanOut } = await recorded(await watchedVendor({ watchers }));
    const event = { Records: [{ messageId: '1', body: JSON.stringify(fanOut), attributes: {}, messageAttributes: {} }] };
    const { calls, writes } = await cloud.record(() => mustInvoke('fan-out-alerts', event));
    if (watchers === 1) for (const w of writes as any[]) console.log(JSON.stringify(w).slice(0, 220));
    return costOf(calls).writeUnits;
  };
  const one = await units(1); const eleven = await units(11);
  console.log({ one, aWatcher: (eleven - one) / 10 });
} finally { await cloud.stop(); }
process.exit();
