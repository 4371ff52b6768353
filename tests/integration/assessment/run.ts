import { eventOfMessage } from '#shared/events/bus-message';
import { type AssessmentEffects, assessSubmission } from '#shared/onboarding/assessment/assessment-run';
import { submissionOf } from '#shared/onboarding/assessment/submission';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { type Sources, selectSources } from '#shared/sources/select';
import { readTestVault } from '#tests/support/vault';
import { type Recorder, recorder } from './recorder.ts';
import { messageBody, type Submitted } from './submissions.ts';

/** One call of the assessment, with all its effects visible to a test. */
export interface Run extends AssessmentEffects, Recorder {
  /** Every log line and every metric line, parsed. */
  readonly lines: Record<string, unknown>[];
  readonly measured: Record<string, unknown>[];
}

/** The effects of a call: the emulated table, and the sources of a stage that has configured none. */
export const run = (overrides: Partial<AssessmentEffects> = {}, recorded: Recorder = recorder()): Run => {
  const lines: Record<string, unknown>[] = [];
  const measured: Record<string, unknown>[] = [];
  return {
    ...recorded,
    clock: systemClock,
    sourcesFor: async (environment) => selectSources({ environment, sourcesConfig: {}, simulateLiveSources: false }),
    startSourceTime: () => new AbortController().signal,
    vault: readTestVault,
    evidenceRetention: () => 30,
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: makeMetrics((line) => measured.push(JSON.parse(line))),
    ...overrides,
    lines,
    measured,
  };
};

/** Passes the message of a submission to the assessment. */
export const assess = async ({ event }: Pick<Submitted, 'event'>, effects: Run = run()): Promise<Run> => {
  await assessSubmission(submissionOf(eventOfMessage(messageBody(event))), effects);
  return effects;
};

/** The sandbox, with a callback during the registry's lookup. */
export const whileRegistryIsCalled = (happens: () => Promise<unknown>) => async (): Promise<Sources> => {
  const sources = selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false });
  const registry: typeof sources.ports.registry = async (query, signal) => {
    await happens();
    return sources.ports.registry(query, signal);
  };
  return { ...sources, ports: { ...sources.ports, registry } };
};
