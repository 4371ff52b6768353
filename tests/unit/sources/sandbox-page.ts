import { SANDBOX_SCENARIOS, type SandboxScenario, SCENARIO_FIELDS } from '#shared/sources/sandbox/scenarios';

const HEADING = `# The sandbox

Everything of the environment \`sandbox\` is simulated: sources respond without asking anybody, the wallet holds test money,
and the same request always has the same result. All else is what \`live\` does: the same checks of the same answers, the
same charges to a wallet, the same events and signed webhooks.

A value leads to an outcome; anything that is not listed below is known to every source, active and under the name that was
sent. \`GET /v1/sandbox/scenarios\` returns the same list:

\`\`\`sh
curl -s $API/v1/sandbox/scenarios -H "authorization: Bearer $KEY"
\`\`\`

Each value leads the checks that its row names, and no others: \`applicant\` as a whole, a \`person\` of an applicant, a module
by its id, an endpoint by its name in the API document, or \`monitoring\`, the daily check of a watched company. To have a
company whose uploads are led by its name, add one of the numbers of \`companyNumber\`: a name that no source knows cannot be
added by itself.

<!-- Generated from shared/sources/sandbox/scenarios.ts; \`npm run test:unit -- -u\` updates it. -->
`;

const GUIDE = `## Trying an outcome

With the widget of [getting started](getting-started.md), create an applicant whose name leads to the outcome, and go on
as there:

\`\`\`sh
curl -s $API/v1/kyb/widgets/$WIDGET/applicants -H "authorization: Bearer $KEY" -H 'content-type: application/json' \\
  -d '{"subject":{"businessName":"SANDBOX_REVIEW Provisions Limited"}}'
\`\`\`

Names decide for the whole applicant, whatever modules its widget enables: \`subject.businessName\` and the names in the
answers each, and none hides another. A source is asked what it is asked in \`live\`. All other values decide for the module that asks them; the widget's thresholds
decide what follows from that. The codes that each module can give are in [modules.md](modules.md).

| to see | send |
|---|---|
| a module that failed | \`RC0000001\`, TIN \`00000000-0001\`, meter \`00000000000\`, or a street that starts with \`FAIL\` |
| a rejection | a name that starts with \`SANDBOX_REJECT\` |
| a dispute, decided | \`POST /v1/sandbox/disputes/{disputeId}/decision\`: [disputes](disputes.md) |
| a review, and its decision | a name that starts with \`SANDBOX_REVIEW\`, then \`POST /v1/sandbox/applicants/{id}/decision\`: [reviews](review.md) |
| a resubmission | a name that starts with \`SANDBOX_RESUBMIT\`: the first submission is returned, the second passes |
| a source that is down | a name that starts with \`SANDBOX_UNAVAILABLE\`, or \`RC0000009\` for the registry alone: a review, and nothing is charged for it |
| an alert about a vendor | watch a company whose name starts with \`SANDBOX_SANCTIONS\`, \`SANDBOX_PEP\` or \`SANDBOX_ADVERSE\`: its first check, within minutes, finds the match. [Monitoring](monitoring.md#the-daily-check) |
| an empty wallet | spend it: each applicant costs ₦500. A top-up of the sandbox costs nothing: [the wallet](wallet.md) |
| a visit to an address | [address verification](address-verification.md#in-the-sandbox) |
| a change of a vendor's score, with its alert | \`POST /v1/sandbox/monitoring/events\`: [monitoring](monitoring.md#in-the-sandbox) |
| a company of the registry | any number; [sources](../operate/sources.md) says what its record holds |

Data of the sandbox belongs to your account alone. Nothing moves from the sandbox to \`live\`: create the widget there again,
with the same configuration.
`;

const row = ({ match, value, outcome, description, checks }: SandboxScenario): string => {
  const names = checks.map((check) => `\`${check}\``).join(', ');
  return `| ${match === 'prefix' ? 'starts with ' : ''}\`${value}\` | \`${outcome}\` | ${description} | ${names} |`;
};

const sectionOf = (field: SandboxScenario['field']): string => `### ${field}

${SCENARIO_FIELDS[field]}

| value | outcome | what follows | leads |
|---|---|---|---|
${SANDBOX_SCENARIOS.filter((scenario) => scenario.field === field)
  .map(row)
  .join('\n')}
`;

/** The page about the sandbox, in Markdown. */
export const renderSandboxPage = (): string => {
  const fields = Object.keys(SCENARIO_FIELDS) as SandboxScenario['field'][];
  return [HEADING, '## Scenarios\n', ...fields.map(sectionOf), GUIDE].join('\n');
};
