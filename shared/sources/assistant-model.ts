/** A shareholder, as the assistant sees it. */
export interface ContextShareholder {
  readonly name: string;
  readonly shareType: string | null;
  readonly numberOfShares: number | null;
  readonly percentage: number | null;
}

/** The registrar of a company, as the assistant sees it. */
export interface ContextRegistrar {
  readonly name: string;
  readonly office: string | null;
}

/** A company as the assistant sees it: what its owner sees, without ids, file addresses and bank details. */
export interface CompanyFacts {
  readonly name: string;
  readonly registrationNumber: string;
  readonly kind: string;
  readonly registryStatus: 'active' | 'inactive';
  readonly registrationDate: string | null;
  readonly commencementDate: string | null;
  readonly natureOfBusiness: string | null;
  readonly businessCategory: string | null;
  readonly ownersDescription: string | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly localGovernmentArea: string | null;
  readonly taxNumberFirs: string | null;
  /** Whether no FIRS number has been verified yet. */
  readonly taxNumberFirsPending: boolean;
  readonly taxNumberJtb: string | null;
  readonly shareCapitalNaira: number | null;
  readonly sharesDividedInto: string | null;
  readonly shareholders: readonly ContextShareholder[];
  readonly registrar: ContextRegistrar | null;
  readonly website: string | null;
  readonly socialProfiles: {
    readonly facebook: string | null;
    readonly instagram: string | null;
    readonly linkedin: string | null;
    readonly twitter: string | null;
    readonly tiktok: string | null;
  };
  /** `svc_mark`: points for verified data, 0 to 100. */
  readonly verificationMark: number;
  readonly verified: {
    readonly cacCertificate: boolean;
    readonly cacStatusReport: boolean;
    readonly memorandumOfAssociation: boolean;
    readonly taxClearance: boolean;
    readonly socialProfiles: boolean;
  };
}

/** The outcome of a check of the company. */
export interface ContextCheck {
  readonly check: string;
  readonly result: string;
  readonly reasons: readonly string[];
  readonly completedAt: string;
}

/** An event in the company's monitoring. */
export interface ContextEvent {
  readonly kind: string;
  readonly severity: string;
  readonly headline: string | null;
  readonly whatChanged: string | null;
  readonly at: string;
}

/** An earlier message of the conversation. */
export interface ContextMessage {
  readonly sender: 'user' | 'ai';
  readonly text: string;
}

/** Everything that the assistant is given to answer one message: data of one company, whoever wrote it. */
export interface AssistantContext {
  readonly company: CompanyFacts;
  /** Newest first. */
  readonly verificationResults: readonly ContextCheck[];
  /** Newest first. */
  readonly monitoringEvents: readonly ContextEvent[];
  /** Oldest first. */
  readonly earlierMessages: readonly ContextMessage[];
  /** The message to answer. */
  readonly userMessage: string;
}

/** One question to the model. */
export interface ModelQuestion {
  /** The only instructions. */
  readonly system: string;
  readonly context: AssistantContext;
  /** Maximum tokens of the answer, at least 1. */
  readonly maxTokens: number;
  /** Aborts the question, which then fails. */
  readonly signal: AbortSignal;
}

/** The web pages that an answer is based on (interface: Chat message). */
export interface GroundingSources {
  readonly groundingChunks: readonly { readonly web: { readonly uri: string; readonly title: string } }[];
}

/** The response of the model. */
export interface ModelAnswer {
  readonly text: string;
  /** The tokens of the question, as the model counts them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `end`: complete; `max_tokens`: cut off there; `filtered`: withheld by a filter or guardrail. */
  readonly stopReason: 'end' | 'max_tokens' | 'filtered';
  readonly groundingSources?: GroundingSources;
}

/** The port to the model that answers chat messages. It has no tools, and no data but the question. */
export interface AssistantModel {
  /** Whether answers are free, because no model is used. */
  readonly isFree?: boolean;
  /** Maximum tokens of an answer on this stage. */
  readonly maxAnswerTokens: number;
  /** The tokens that a question takes, never underestimated, so that a balance which covers them is enough. */
  countQuestion(question: Pick<ModelQuestion, 'system' | 'context'>): number;
  /** @throws ModelUnavailable for anything but an answer. */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}

/** The model returned no answer. @property reason the name of the failure, without anything from the question. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The model gave no answer: ${reason}`);
    this.reason = reason;
  }
}
