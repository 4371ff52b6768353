import * as v from 'valibot';
import { systemClock } from '#shared/platform/clock';
import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import { makeMetrics } from '#shared/platform/metrics';
import { type ReadSecret, readSecret } from '#shared/platform/secrets';
import { maySimulate } from '#shared/platform/simulating-stage';
import { type SourcesConfig, sourcesConfigSchema } from './config.ts';
import { SOURCE_PATIENCE } from './patience.ts';
import { type ReportUnavailable, type SourceSelection, type Sources, selectSources } from './select.ts';
import { makeSourceBreakers } from './source-breaker.ts';

/** The content of the sources' secret is not their configuration. The message reveals nothing of it. */
class SourcesMisconfigured extends Error {
  override readonly name = 'SourcesMisconfigured';

  constructor() {
    super('The secret of the sources is not their configuration as JSON');
  }
}

/** Whether the sandbox replaces live sources that this stage has not configured. */
export const simulatesLiveSources = (): boolean => optionalEnv('SIMULATE_LIVE_SOURCES') === 'true' && maySimulate();

/**
 * Reads the configured sources of this stage; empty without a secret.
 *
 * @throws SecretUnavailable; SourcesMisconfigured.
 */
export const readSourcesConfig = async (read: ReadSecret = readSecret): Promise<SourcesConfig> => {
  const name = optionalEnv('SOURCES_SECRET_NAME');
  if (name === undefined) return {};
  const { current } = await read(name);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), sourcesConfigSchema), current.value);
  if (!parsed.success) throw new SourcesMisconfigured();
  return parsed.output;
};

/** Kept in the container's memory, so that a lookup that is not made costs no trip either. */
const breakers = makeSourceBreakers(systemClock);

/**
 * The sources of this stage in an environment. The sandbox reads no secret.
 *
 * @throws SecretUnavailable; SourcesMisconfigured. Neither is a failure of a source, so neither makes a check
 * unavailable.
 */
export const sourcesOfStage = async (
  environment: SourceSelection['environment'],
  read: ReadSecret = readSecret,
  report?: ReportUnavailable,
): Promise<Sources> =>
  selectSources(
    {
      environment,
      sourcesConfig: environment === 'live' ? await readSourcesConfig(read) : {},
      simulateLiveSources: simulatesLiveSources(),
    },
    SOURCE_PATIENCE,
    breakers,
    report,
  );

const metrics = makeMetrics();

/** The effect of the capability `sources`. Lookups without a reliable result are counted. */
export const sources = effect('sources', (environment: SourceSelection['environment']) =>
  sourcesOfStage(environment, readSecret, (source) => metrics('SourcesUnavailable', 1, { source })),
);
