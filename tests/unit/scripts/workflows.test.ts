import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DEPLOY_USAGE } from '#scripts/deploy/usage';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FILES = globSync('.github/workflows/*.yml').sort();
const TEXTS = new Map(FILES.map((file) => [basename(file), readFileSync(file, 'utf8')]));
const workflow = (name: string): Workflow => parse(TEXTS.get(name) ?? '');
const jobs = FILES.flatMap((file) =>
  Object.entries(workflow(basename(file)).jobs).map(([id, job]) => ({ id: `${basename(file)} ${id}`, job })),
);
const steps = jobs.flatMap(({ id, job: { steps: own = [] } }) => own.map((step) => ({ id, ...step })));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('the workflows', () => {
  test('are the gate, the deploys and the rollback', () => {
    expect([...TEXTS.keys()]).toEqual(['ci.yml', 'deploy.yml', 'rollback.yml']);
  });

  test.each(FILES)('%s may read the code, and a job asks for what else it needs', (file) => {
    expect(workflow(basename(file)).permissions).toEqual({ contents: 'read' });
    expect(workflow(basename(file)).on).not.toHaveProperty('pull_request_target');
  });

  test('give a token for AWS only to jobs of an environment, and write access only to that of the release', () => {
    for (const { id, job } of jobs) {
      const { 'id-token': token, contents, ...others } = job.permissions ?? {};
      expect(others, id).toEqual({});
      expect(token === 'write', id).toBe(job.environment !== undefined);
      expect(contents === 'write', id).toBe(id === 'deploy.yml release');
    }
  });

  test('use each action at a commit, with its version beside it', () => {
    const lines = [...TEXTS.values()].flatMap((text) => text.split('\n')).filter((line) => /\buses: [^.]/.test(line));
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const versions = new Set(lines.map((line) => line.trim().replace(/^- /, '')));
    const actions = new Set([...versions].map((line) => line.replace(/@.*/, '')));
    expect(versions.size).toBe(actions.size);
  });

  test('end by themselves, and leave no credentials of Git behind', () => {
    for (const { id, job } of jobs) if (!job.uses) expect(job['timeout-minutes'], id).toBeGreaterThan(0);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts).toHaveLength(jobs.filter(({ job }) => !job.uses).length);
    for (const { id, with: settings } of checkouts) expect(settings?.['persist-credentials'], id).toBe(false);
  });

  test('read no secret, and pass what a person types to a shell only as a variable', () => {
    for (const [file, text] of TEXTS) expect(text, file).not.toMatch(/\bsecrets\b/);
    for (const { id, run = '' } of steps) expect(run, id).not.toContain('${{');
  });

  test('run what the project has', () => {
    const runs = steps.flatMap(({ run = '' }) => run.split('\n'));
    const named = runs.flatMap((line) => /\bnpm run (?:--silent )?([\w:-]+)/.exec(line)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect(scripts).toHaveProperty([name]);
    const options = runs
      .filter((line) => line.includes('npm run deploy'))
      .flatMap((line) => line.match(/--[\w-]+/g) ?? []);
    for (const option of options) expect(DEPLOY_USAGE.options).toHaveProperty([option.replace(/^--/, '')]);
    for (const line of runs.filter((one) => one.startsWith('.'))) expect(existsSync(line), line).toBe(true);
    for (const { job } of jobs) if (job.uses) expect(existsSync(job.uses), job.uses).toBe(true);
  });
});

describe('a commit of main', () => {
  const { on, jobs: own } = workflow('deploy.yml');
  const runOf = (job: string) => (own[job]?.steps ?? []).flatMap(({ run = [] }) => run).join('\n');

  test('is deployed to prod after the gate and after staging, with what staging ran', () => {
    expect(on).toEqual({ push: { branches: ['main'] } });
    expect(own['gate']?.uses).toBe('./.github/workflows/ci.yml');
    expect([own['staging']?.needs, own['prod']?.needs, own['release']?.needs]).toEqual(['gate', 'staging', 'prod']);
    expect(runOf('staging')).toContain('--stage staging --yes');
    expect(runOf('prod')).toContain('--stage prod --promote .local/artefact.json --yes');
    const names = ['staging', 'prod'].map(
      (job) => own[job]?.steps?.find(({ uses }) => /load-artifact@/.test(uses ?? ''))?.with?.['name'],
    );
    expect(names).toEqual(['artefact', 'artefact']);
  });

  test.each(['staging', 'prod'])('waits in the environment %s for its reviewers, and is not interrupted', (stage) => {
    expect(own[stage]?.environment).toBe(stage);
    expect(own[stage]?.concurrency).toEqual({ group: `deploy-${stage}`, 'cancel-in-progress': false });
    const role = own[stage]?.steps?.find(({ with: settings }) => settings?.['role-to-assume'])?.with?.[
      'role-to-assume'
    ];
    expect(role).toBe(`arn:aws:iam::\${{ vars.AWS_ACCOUNT_ID }}:role/kyb-service-${stage}-pipeline`);
  });

  test('is the gate of .ci/run in full', () => {
    expect(workflow('ci.yml').jobs['gate']?.steps?.flatMap(({ run = [] }) => run)).toEqual(['.ci/run']);
  });
});

describe('updates of dependencies', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8')) as {
    readonly updates: readonly {
      readonly 'package-ecosystem': string;
      readonly directory?: string;
      readonly directories?: readonly string[];
      readonly schedule: unknown;
      readonly cooldown: unknown;
    }[];
  };
  const placesOf = (ecosystem: string) =>
    updates
      .filter((one) => one['package-ecosystem'] === ecosystem)
      .flatMap(({ directory = [], directories = [] }) => [directory, directories].flat());

  test('come weekly, and a week after the version', () => {
    for (const { schedule, cooldown } of updates)
      expect({ schedule, cooldown }).toEqual({ schedule: { interval: 'weekly' }, cooldown: { 'default-days': 7 } });
  });

  test('cover every file that names some', () => {
    const folders = (pattern: string) =>
      globSync(pattern, { exclude: ['node_modules/**', '.local/**', 'dist/**'] })
        .map((file) => `/${file.split('/').slice(0, -1).join('/')}`)
        .sort();
    expect(placesOf('pip').sort()).toEqual(folders('**/requirements*.txt'));
    expect(placesOf('gomod').sort()).toEqual(folders('**/go.mod'));
    expect(placesOf('npm')).toEqual(['/']);
    expect(placesOf('github-actions')).toEqual(['/']);
  });
});
