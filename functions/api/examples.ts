import type { RequestExamples } from '#shared/http/request-example';
import { accountsExamples } from './accounts/examples.ts';
import { adminExamples } from './admin/examples.ts';
import { alertsExamples } from './alerts/examples.ts';
import { apiKeysExamples } from './api-keys/examples.ts';
import { chatExamples } from './chat/examples.ts';
import { companiesExamples } from './companies/examples.ts';
import { complianceExamples } from './compliance/examples.ts';
import { contactExamples } from './contact/examples.ts';
import { disputesExamples } from './disputes/examples.ts';
import { embedExamples } from './embed/examples.ts';
import { kybExamples } from './kyb/examples.ts';
import { metaExamples } from './meta/examples.ts';
import { monitoringExamples } from './monitoring/examples.ts';
import { sandboxExamples } from './sandbox/examples.ts';
import { verificationExamples } from './verification/examples.ts';
import { walletExamples } from './wallet/examples.ts';
import { webhooksExamples } from './webhooks/examples.ts';

/** One successful request to every endpoint: shown in documents, and sent by samples and suites. */
export const EXAMPLES: RequestExamples = {
  ...accountsExamples,
  ...adminExamples,
  ...alertsExamples,
  ...apiKeysExamples,
  ...chatExamples,
  ...companiesExamples,
  ...complianceExamples,
  ...contactExamples,
  ...disputesExamples,
  ...embedExamples,
  ...kybExamples,
  ...metaExamples,
  ...monitoringExamples,
  ...sandboxExamples,
  ...verificationExamples,
  ...walletExamples,
  ...webhooksExamples,
};
