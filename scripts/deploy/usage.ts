/** How `npm run deploy` is called. */
export const DEPLOY_USAGE = {
  command: 'npm run deploy',
  does: `Deploys a stage to its AWS account: checks account, region and bootstrap, bundles, shows what changes, is replaced or is
deleted, asks, deploys, and calls the API. A deploy that failed is repeated with the same command.`,
  options: {
    stage: { value: '<stage>', help: 'a stage on AWS in infra/stages.ts; always needed' },
    'dry-run': { help: 'ends after showing what would change' },
    yes: { short: 'y', help: 'does not ask, for pipelines' },
    'allow-data-loss': {
      value: '<names>',
      help: 'what may be deleted or replaced with its data, comma separated, by the names that are shown',
    },
    promote: {
      value: '<artefact.json>',
      help: 'deploys only what another stage ran: the file that its deploy has written to .local/deploy-<stage>',
    },
    'at-once': { help: 'moves all traffic at once and watches no alarm, for the fix of an incident' },
    rollback: { help: 'returns to the release before instead, without bundling; repeated, one further back' },
    destroy: { help: 'deletes the stage with its data instead; refused where data is protected' },
  },
} as const;
