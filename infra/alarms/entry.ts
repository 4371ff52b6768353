import type { StageConfig } from '#infra/stage-config';
import type { MetricSource } from './metric-source.ts';

/** One thing to look at first: what it shows, and the command, or where it is when no command shows it. */
export interface Look {
  readonly at: string;
  /** A command for the stage `prod`, of a shell with the function `logs` of the page. */
  readonly run?: string;
}

/** What to do about an alarm, or the name of an alarm about which the same is done. */
type Runbook =
  | {
      /** What to look at first, at most three things, in order. */
      readonly looks: readonly Look[];
      /** How to end it. */
      readonly end: string;
    }
  | { readonly sameAs: string };

/** One alarm as data: its condition, its mail and its part of the runbook (docs/operate/alarms.md) follow from it. */
export type AlarmEntry = AlarmCondition & Runbook;

/** An alarm without what to do about it. */
export interface AlarmCondition {
  /** What is in trouble, and how, such as `api-failing`: its name after that of the stage, and its heading. */
  readonly name: string;
  /** What it means to customers, which the recipient should read first. */
  readonly meansToCustomer: string;
  readonly source: MetricSource;
  /** The length of a period. */
  readonly minutes: number;
  /** How many periods in a row must be in trouble; 1 when undefined. A percentage or a rate needs more than one. */
  readonly periods?: number;
  /** A period is in trouble at this value and above, or below it. */
  readonly threshold: Threshold | ((stage: StageConfig) => Threshold);
  /** What a period without data is: no trouble when undefined, trouble, or no news, which keeps the state. */
  readonly missing?: 'trouble' | 'noNews';
  /** The part of a stage that makes it, if not the stack of alarms. */
  readonly madeBy?: 'probe' | 'trafficShift';
  /** Whether a stage has it; every observed stage when undefined. */
  readonly on?: (stage: StageConfig) => boolean;
}

/** Alarms under one heading of the runbook. */
export interface AlarmGroup {
  readonly heading: string;
  /** What holds for all of them. */
  readonly intro?: string;
  readonly entries: readonly AlarmEntry[];
}

/** The value that separates trouble from none. */
export type Threshold = { readonly from: number } | { readonly below: number };
