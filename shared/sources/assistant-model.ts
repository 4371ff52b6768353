/** One holder of shares, as the assistant is told of it. */
export interface ContextShareholder {
  readonly name: string;
  readonly shareType: string | null;
  readonly numberOfShares: number | null;
  readonly percentage: number | null;
}

/** What registered a company, as the assistant is told of it. */
export interface ContextRegistrar {
  readonly name: string;
  readonly office: string | null;
}

/** A company as the assistant is told of it: what its owner sees of it, without ids, addresses of files and bank facts. */
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
  /** No FIRS number has been verified yet. */
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
  /** `svc_mark`: points of what has been verified, 0 to 100. */
  readonly verificationMark: number;
  readonly verified: {
    readonly cacCertificate: boolean;
    readonly cacStatusReport: boolean;
    readonly memorandumOfAssociation: boolean;
    readonly taxClearance: boolean;
    readonly socialProfiles: boolean;
  };
}

/** How a check of the company ended. */
export interface ContextCheck {
  readonly check: string;
  readonly result: string;
  readonly reasons: readonly string[];
  readonly completedAt: string;
}

/** Something that monitoring found. */
export interface ContextEvent {
  readonly kind: string;
  readonly severity: string;
  readonly headline: string | null;
  readonly whatChanged: string | null;
  readonly at: string;
}

/** A message before the one that is to be answered. */
export interface ContextMessage {
  readonly sender: 'user' | 'ai';
  readonly text: string;
}

/** All that the assistant is told to answer one message: data of one company, whoever wrote it. */
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
  /** Tokens that the answer may have, at least 1. */
  readonly maxTokens: number;
  /** Ends the question; it fails then. */
  readonly signal: AbortSignal;
}

/** The web pages that an answer rests on (interface: Chat message). */
export interface GroundingSources {
  readonly groundingChunks: readonly { readonly web: { readonly uri: string; readonly title: string } }[];
}

/** The response of the model. */
export interface ModelAnswer {
  readonly text: string;
  /** What the question took, as the model counts. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `end`: complete; `max_tokens`: cut off there; `filtered`: withheld by a filter or guardrail. */
  readonly stopReason: 'end' | 'max_tokens' | 'filtered';
  readonly groundingSources?: GroundingSources;
}

/** The port to what answers chat messages. It has no tools, and knows nothing but the question. */
export interface AssistantModel {
  /** Whether answers cost nothing: they take no model. */
  readonly isFree?: boolean;
  /** Tokens of answers that the stage allows at most. */
  readonly maxAnswerTokens: number;
  /** How many tokens a question takes: never fewer than are expected, so that a balance which covers them is enough. */
  countQuestion(question: Pick<ModelQuestion, 'system' | 'context'>): number;
  /** @throws ModelUnavailable for anything but an answer. */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}

/** The model gave no answer. @property reason the name of the failure, without anything of the question. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
  readonly reason: string;

  constructor(reason: string) {
    super(`The model gave no answer: ${reason}`);
    this.reason = reason;
  }
}
