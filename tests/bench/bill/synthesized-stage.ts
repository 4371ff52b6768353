import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SynthesizedStage, settingsOf, synthesizeConfig } from '#tests/infra/synthesis';

/** Synthesizes a stage outside a test run. Its templates are written to a folder that is removed. */
export const synthesizedStage = (stage: string): SynthesizedStage => {
  const folder = mkdtempSync(join(tmpdir(), 'bill-'));
  process.env['TMPDIR'] = folder;
  try {
    return synthesizeConfig(settingsOf(stage));
  } finally {
    rmSync(folder, { recursive: true });
  }
};
