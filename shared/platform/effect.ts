import type { CapabilityName } from './capabilities.ts';

/** What a capability lets an endpoint do, with the name of the capability that its contract must declare. */
export interface Effect<Name extends CapabilityName = CapabilityName, Value = unknown> {
  readonly capability: Name;
  readonly value: Value;
}

/**
 * Declares the effect of a capability, beside its implementation. An endpoint's file imports only the effects that its
 * contract declares, so that its bundle holds no others.
 */
// @__NO_SIDE_EFFECTS__
export function effect<const Name extends CapabilityName, Value>(capability: Name, value: Value): Effect<Name, Value> {
  return { capability, value };
}

/** The values of some effects by the names of their capabilities, as an endpoint receives them. */
export type EffectValues<Effects extends readonly Effect[]> = {
  readonly [E in Effects[number] as E['capability']]: E['value'];
};

/** The values of effects by name. */
export const effectValues = <Effects extends readonly Effect[]>(effects: Effects): EffectValues<Effects> =>
  Object.fromEntries(effects.map(({ capability, value }) => [capability, value])) as EffectValues<Effects>;
