import type { Subject } from '#shared/onboarding/applicants/subject';
import type { Block, DocumentSettings, Fact } from '#shared/pdf/blocks';
import { lagosTime } from '#shared/platform/calendar';
import { grouped } from '#shared/platform/grouped';
import { naira } from '#shared/platform/naira';
import type { ApplicantReport, ReportedAnswer, ReportedModule, ReportedReason } from './report-body.ts';

const ZONE = 'Africa/Lagos';

const NONE = '–';

/** A timestamp as day and time in Lagos; the document names the zone. */
const timeOf = (at: string | null): string => (at === null ? NONE : lagosTime(Date.parse(at)));

const zonedTime = (at: string | null): string => (at === null ? NONE : `${timeOf(at)} ${ZONE}`);

/** `requires_review` as `Requires review`. */
const inWords = (code: string): string => `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;

const ACTOR_NAMES: Readonly<Record<ApplicantReport['timeline'][number]['by'], string>> = {
  account: 'the account',
  applicant: 'the applicant',
  service: 'the service',
  reviewer: 'a reviewer of the account',
};

const SUBJECT_LABELS: Readonly<Record<keyof Subject, string>> = {
  businessName: 'Business name',
  registrationNumber: 'Registration number',
  tin: 'Tax identification number',
  email: 'Email',
  phone: 'Phone',
  jurisdiction: 'Country of registration',
  industry: 'Industry',
};

/** The best known name of the business: the registry's, else the stated one, else the answered one. */
const nameOf = ({ business, modules }: ApplicantReport): string | undefined => {
  const answered = modules.flatMap(({ answers }) => answers).find(({ name }) => name === 'businessName')?.value;
  return (
    business.registeredName ?? business.subject.businessName ?? (typeof answered === 'string' ? answered : undefined)
  );
};

const textBlock = (text: string): Block => ({ kind: 'text', text });

/** Who acted, with the credential if it was a reviewer. */
const actorText = ({
  by,
  reviewedBy,
}: {
  readonly by: keyof typeof ACTOR_NAMES;
  readonly reviewedBy?: string | null;
}) => (reviewedBy ? `${ACTOR_NAMES[by]} (${reviewedBy})` : ACTOR_NAMES[by]);

const summary = (report: ApplicantReport): Block => {
  const { decision, environment } = report;
  const decided = decision && `${inWords(decision.outcome)}, ${zonedTime(decision.at)}, by ${actorText(decision)}`;
  return {
    kind: 'facts',
    facts: [
      ['Business', nameOf(report) ?? NONE],
      ['Status', inWords(report.status)],
      ['Last decision', decided ?? 'None yet'],
      ['Environment', environment === 'sandbox' ? 'Sandbox: test data, checked by no real source' : 'Live'],
      ['Applicant', report.applicantId],
      ['Reference of the account', report.referenceId ?? NONE],
      ['Account', report.accountId],
      ['Widget', report.widgetId],
      ['Created', `${zonedTime(report.createdAt)}, by ${ACTOR_NAMES[report.createdBy]}`],
      ['First answers', zonedTime(report.startedAt)],
      ['Submitted', [zonedTime(report.submittedAt), report.submissionReference ?? []].flat().join(', ')],
      ...(report.erasedAt === null ? [] : [['Erased', zonedTime(report.erasedAt)] as const]),
      ['Report made', zonedTime(report.madeAt)],
    ],
  };
};

const businessFacts = ({ business: { subject, registeredName } }: ApplicantReport): readonly Fact[] => {
  const stated = (Object.keys(SUBJECT_LABELS) as (keyof Subject)[]).flatMap((name): Fact[] => {
    const value = subject[name];
    return value === undefined ? [] : [[SUBJECT_LABELS[name], value]];
  });
  return [['Name in the registry', registeredName ?? 'Not known'], ...stated];
};

const reasonRows = (reasons: readonly ReportedReason[]): readonly (readonly string[])[] =>
  reasons.map(({ code, meaning }) => [code, meaning]);

/** A table, or nothing when it has no rows. */
const table = (
  columns: readonly (readonly [title: string, share: number])[],
  rows: readonly (readonly string[])[],
): Block[] =>
  rows.length === 0 ? [] : [{ kind: 'table', columns: columns.map(([title, share]) => ({ title, share })), rows }];

const reasonTable = (reasons: readonly ReportedReason[]): Block[] =>
  table(
    [
      ['Reason', 1],
      ['Meaning', 2],
    ],
    reasonRows(reasons),
  );

const decisionBlocks = ({ decision }: ApplicantReport): readonly Block[] => {
  if (decision === null) return [textBlock('No decision has been made on this applicant.')];
  const { outcome, at, riskScore, reason, reasons } = decision;
  const score = riskScore === null ? 'None: nothing was assessed' : `${riskScore} of 100 (higher is riskier)`;
  return [
    {
      kind: 'facts',
      facts: [
        ['Outcome', inWords(outcome)],
        ['Decided', `${zonedTime(at)}, by ${actorText(decision)}`],
        ['Risk score', score],
        ['Reason', reason ?? NONE],
      ],
    },
    ...reasonTable(reasons),
  ];
};

type Person = Exclude<Exclude<ReportedAnswer['value'], string>[number], string>;

const personText = ({ fullName, nationalIdNumber }: Person): string =>
  nationalIdNumber === undefined ? fullName : `${fullName} (NIN ${nationalIdNumber})`;

const answerText = ({ value, valueLabel }: ReportedAnswer): string => {
  if (typeof value !== 'string')
    return value.map((entry) => (typeof entry === 'string' ? entry : personText(entry))).join('\n');
  return valueLabel === undefined ? value : `${valueLabel} [${value}]`;
};

type Evidence = NonNullable<ReportedModule['result']>['evidence'][number];

const foundText = ({ source, matched }: Evidence): string => {
  if (source === 'screening') return matched ? 'A possible match' : 'No match';
  return matched ? 'A record' : 'No record';
};

const fieldText = (value: string | readonly string[] | undefined): string =>
  value === undefined || value.length === 0 ? NONE : [value].flat().join('\n');

/** What was compared with the source's response, field by field. */
const comparisonTable = ({ source, compared, answered }: Evidence): readonly Block[] => {
  if (compared === null || answered === null) return [textBlock(`What ${source} answered is no longer kept.`)];
  const fields = [...new Set([...Object.keys(compared), ...Object.keys(answered)])];
  return table(
    [
      ['Field', 2],
      ['Compared', 3],
      [`Answered by ${source}`, 3],
    ],
    fields.map((field) => [field, fieldText(compared[field]), fieldText(answered[field])]),
  );
};

/** A list entry, with who cleared it and why. */
const entryRow = ({ entity, topic, list, name, score, cleared, ...stated }: Evidence['entries'][number]) => {
  const facts = [stated.address, stated.country, stated.birthDate && `born ${stated.birthDate}`, stated.url];
  const since = stated.listedAt === null ? [] : [`since ${stated.listedAt}`];
  const withdrawn = cleared?.withdrawnAt ? [`Withdrawn ${timeOf(cleared.withdrawnAt)}`] : [];
  return [
    `${name}\n${entity}`,
    [list, inWords(topic), ...since].join('\n'),
    score.toFixed(2),
    facts.filter(Boolean).join('\n') || NONE,
    cleared ? [`${timeOf(cleared.at)}, by ${cleared.by}`, cleared.reason, ...withdrawn].join('\n') : NONE,
  ];
};

const evidenceBlocks = (evidence: readonly Evidence[]): readonly Block[] => [
  ...table(
    [
      ['Source asked', 2],
      [`Answered (${ZONE})`, 2],
      ['Found', 2],
      ['Differs from the answers in', 3],
    ],
    evidence.map((one) => [one.source, timeOf(one.at), foundText(one), one.differs.join(', ') || NONE]),
  ),
  ...evidence.flatMap(comparisonTable),
  ...table(
    [
      ['Entry of a list', 4],
      ['List', 3],
      ['Match', 1],
      ['What the source states', 4],
      ['Cleared', 3],
    ],
    evidence.flatMap(({ entries }) => entries).map(entryRow),
  ),
];

const resultBlocks = (result: ReportedModule['result']): readonly Block[] => {
  if (result === null) return [{ kind: 'facts', facts: [['Result', 'None: no longer a module of this applicant']] }];
  const { status, completedAt, chargeKobo, verificationReference, reasons, people = [], evidence } = result;
  return [
    {
      kind: 'facts',
      facts: [
        ['Result', inWords(status)],
        ['Completed', zonedTime(completedAt)],
        ['Charge', naira(chargeKobo)],
        ...(verificationReference === undefined ? [] : [['Verification', verificationReference] as const]),
      ],
    },
    ...reasonTable(reasons),
    ...evidenceBlocks(evidence),
    ...table(
      [
        ['Person checked', 1],
        ['Result', 2],
      ],
      people.map((person) => [
        person.fullName,
        person.reasons.map(({ code, meaning }) => `${code}: ${meaning}`).join('\n') || 'Confirmed',
      ]),
    ),
  ];
};

const ACTIVE_CONTENT = { true: 'Yes', false: 'No', null: 'Unknown' } as const;

const fileTable = (files: ReportedModule['files']): readonly Block[] =>
  table(
    [
      ['File', 26],
      ['Type', 15],
      ['Bytes', 10],
      [`Uploaded (${ZONE})`, 14],
      ['Active content', 8],
      ['SHA-256', 33],
    ],
    files.map(({ filename, id, mimeType, size, uploadedAt, activeContent, sha256 }) => [
      `${filename}\n${id}`,
      mimeType,
      grouped(size),
      timeOf(uploadedAt),
      ACTIVE_CONTENT[`${activeContent}`],
      sha256 ?? 'Not recorded',
    ]),
  );

const moduleBlocks = ({ title, moduleId, answers, result, files }: ReportedModule): readonly Block[] => [
  { kind: 'heading', level: 2, text: `${title} (${moduleId})` },
  ...resultBlocks(result),
  ...table(
    [
      ['Answer to', 1],
      ['Answer', 2],
    ],
    answers.map((answer) => [answer.label, answerText(answer)]),
  ),
  ...fileTable(files),
];

const chargeRows = ({ charges, modules }: ApplicantReport): readonly (readonly string[])[] => {
  const titleOf = (id: string): string => modules.find(({ moduleId }) => moduleId === id)?.title ?? id;
  return [
    ...charges.modules.map(({ moduleId, chargeKobo }) => [titleOf(moduleId), naira(chargeKobo)]),
    ['Session fee, and earlier checks of modules that were checked again', naira(charges.otherKobo)],
    ['Total', naira(charges.totalKobo)],
  ];
};

/** What a reviewer wrote about a change, and the modules that were reopened. */
const reasonText = ({ reason, modules }: ApplicantReport['timeline'][number]): string => {
  const reopened = modules === undefined ? [] : [`Opened again: ${modules.join(', ')}`];
  return [reason ?? [], ...reopened].flat().join('\n') || NONE;
};

/** A report as the blocks of a document. */
export const reportBlocks = (report: ApplicantReport): readonly Block[] => [
  { kind: 'title', text: 'Applicant report' },
  summary(report),
  { kind: 'heading', level: 1, text: 'Business' },
  { kind: 'facts', facts: businessFacts(report) },
  { kind: 'heading', level: 1, text: 'Decision' },
  ...decisionBlocks(report),
  { kind: 'heading', level: 1, text: 'Modules' },
  ...(report.modules.length > 0 ? report.modules.flatMap(moduleBlocks) : [textBlock('This applicant has no modules.')]),
  { kind: 'heading', level: 1, text: 'Timeline' },
  ...table(
    [
      [`Since (${ZONE})`, 2],
      ['Status', 2],
      ['By', 3],
      ['Reason', 4],
    ],
    report.timeline.map((entry) => [timeOf(entry.at), inWords(entry.status), actorText(entry), reasonText(entry)]),
  ),
  { kind: 'heading', level: 1, text: 'Charges' },
  ...table(
    [
      ['Charged for', 2],
      ['Amount', 1],
    ],
    chargeRows(report),
  ),
  textBlock(
    'Everything in this report was stored when it was made. Answers and file names are as the applicant sent them.',
  ),
];

/** The settings of a report's document: a sandbox report is marked on every page. */
export const reportSettings = (report: ApplicantReport): DocumentSettings => {
  const name = nameOf(report);
  const title = name === undefined ? 'Applicant report' : `Applicant report: ${name}`;
  return {
    title,
    language: 'en-NG',
    madeAtMs: Date.parse(report.madeAt),
    header: title,
    footer: `${report.applicantId}, account ${report.accountId}, made ${zonedTime(report.madeAt)}`,
    ...(report.environment === 'sandbox' && { watermark: 'Sandbox' }),
  };
};
