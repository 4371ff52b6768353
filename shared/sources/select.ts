import { yenteScreening } from '#shared/sources/http/screening-gateway';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import type { GatewayConfig, SourcesConfig } from './config.ts';
import { gatewayPort } from './http/gateway.ts';
import { GATEWAY_QUESTIONS } from './http/gateway-questions.ts';
import { unavailable } from './lookup-results.ts';
import { type Patience, SOURCE_PATIENCE } from './patience.ts';
import type { SourceName, SourcePort, SourcePorts } from './ports.ts';
import { NOTHING_REHEARSED, type Rehearse } from './rehearsal.ts';
import { sandboxRehearsal } from './sandbox/sandbox-rehearsal.ts';
import { behindBreaker, type SourceBreakers } from './source-breaker.ts';

/** The sources for one environment. */
export interface Sources {
  readonly ports: SourcePorts;
  /** What names rehearse for a whole assessment, besides the ports' results; nothing for real sources. */
  readonly rehearse: Rehearse;
}

/** What determines the adapters. @property simulateLiveSources only for the stages local and dev. */
export interface SourceSelection {
  readonly environment: 'sandbox' | 'live';
  readonly sourcesConfig: SourcesConfig;
  readonly simulateLiveSources: boolean;
}

const NOT_CONFIGURED = async () => unavailable('not_configured');

const UNCONFIGURED_PORTS: SourcePorts = {
  registry: NOT_CONFIGURED,
  tax: NOT_CONFIGURED,
  bankAccount: NOT_CONFIGURED,
  screening: NOT_CONFIGURED,
  identity: NOT_CONFIGURED,
  documents: NOT_CONFIGURED,
  socialMedia: NOT_CONFIGURED,
  meter: NOT_CONFIGURED,
  visits: NOT_CONFIGURED,
};

/** Learns of a lookup without a reliable result. */
export type ReportUnavailable = (source: SourceName) => void;

const reported =
  <Query, Facts>(
    source: SourceName,
    port: SourcePort<Query, Facts>,
    report: ReportUnavailable,
  ): SourcePort<Query, Facts> =>
  async (query, signal) => {
    const result = await port(query, signal);
    if (result.status === 'unavailable') report(source);
    return result;
  };

const livePorts = (
  config: SourcesConfig,
  otherwise: SourcePorts,
  patience: Patience,
  breakers: SourceBreakers | undefined,
  report: ReportUnavailable,
): SourcePorts => {
  const guarded = <Name extends SourceName>(
    name: Name,
    baseUrl: string,
    built: SourcePorts[Name],
  ): SourcePorts[Name] => {
    const port = built as SourcePort<unknown, unknown>;
    return reported(name, breakers ? behindBreaker(breakers(name, baseUrl), port) : port, report) as SourcePorts[Name];
  };
  const port = <Name extends keyof typeof GATEWAY_QUESTIONS>(
    name: Name,
    build: (gateway: GatewayConfig) => SourcePorts[Name],
  ): SourcePorts[Name] => {
    const gateway = config[name];
    return gateway ? guarded(name, gateway.baseUrl, build(gateway)) : otherwise[name];
  };
  const { registry, tax, bankAccount, identity, documents, socialMedia, meter, visits } = GATEWAY_QUESTIONS;
  return {
    registry: port('registry', (gateway) => gatewayPort(registry, gateway, patience)),
    tax: port('tax', (gateway) => gatewayPort(tax, gateway, patience)),
    bankAccount: port('bankAccount', (gateway) => gatewayPort(bankAccount, gateway, patience)),
    screening: config.screening
      ? guarded('screening', config.screening.baseUrl, yenteScreening(config.screening, patience))
      : otherwise.screening,
    identity: port('identity', (gateway) => gatewayPort(identity, gateway, patience)),
    documents: port('documents', (gateway) => gatewayPort(documents, gateway, patience)),
    socialMedia: port('socialMedia', (gateway) => gatewayPort(socialMedia, gateway, patience)),
    meter: port('meter', (gateway) => gatewayPort(meter, gateway, patience)),
    visits: port('visits', (gateway) => gatewayPort(visits, gateway, patience)),
  };
};

/**
 * The sources of an environment. The sandbox always has simulated ones. Live has those that the stage has configured.
 * The others are `unavailable`, never an invented result, unless the stage simulates them.
 *
 * @param breakers the container's breakers, if its requests share them; without them every lookup is made.
 * @param report learns of each lookup at a configured source that had no reliable result, however often it was tried.
 */
export const selectSources = (
  { environment, sourcesConfig, simulateLiveSources }: SourceSelection,
  patience: Patience = SOURCE_PATIENCE,
  breakers?: SourceBreakers,
  report: ReportUnavailable = () => undefined,
): Sources => {
  if (environment === 'sandbox') return { ports: SANDBOX_PORTS, rehearse: sandboxRehearsal };
  const otherwise = simulateLiveSources ? SANDBOX_PORTS : UNCONFIGURED_PORTS;
  return {
    ports: livePorts(sourcesConfig, otherwise, patience, breakers, report),
    rehearse: simulateLiveSources ? sandboxRehearsal : () => NOTHING_REHEARSED,
  };
};
