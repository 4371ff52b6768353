// Generated from the contracts of the API: `npm run client` updates it.
import type { Upload } from './uploads.ts';

/** An account. */
export interface Account {
  /** The id of the account (`usr_`). */
  userId: string;
  /** The email address that the account logs in with. */
  email: string;
  /** The first name of the account holder. */
  firstName: string | null;
  /** The last name of the account holder. */
  lastName: string | null;
  /** The name of the company. */
  companyName: string | null;
  /** The phone number of the account holder. */
  phone: string | null;
  /** When the account signed up. */
  createdAt: string;
}

/** A reference to an account. */
export interface AccountReference {
  /** The id of the account (`usr_`). */
  userId: string;
}

/** A verification of a physical address by a visit. */
export interface AddressVerification {
  /** The status of the verification. `failed` if the visit was not possible; the fee is then refunded. */
  status: "pending" | "completed" | "failed";
  /** The reference of the verification (`addr_`). */
  reference_id: string;
  /** The findings of the visit, or the reason why it was not possible. Missing while the visit is pending. */
  data?: AddressVerificationData | AddressVerificationFailure;
}

/** The findings of a visit to an address. */
export interface AddressVerificationData {
  /** The contact at the address. */
  applicant: {
    /** The first name of the contact, as submitted. */
    first_name: string;
    /** The last name of the contact, as submitted. */
    last_name: string;
    /** The phone number of the contact, in E.164 format if it is a valid number. */
    phone: string;
  };
  /** The location of the visitor, as reported by the source. May be empty. */
  location: string;
  /** The URLs of the photos that the visitor took. */
  photos: string[];
  /** The city or town, as submitted. */
  city: string;
  /** The house number and street, as submitted. */
  street: string;
  /** The local government area, as submitted. */
  lga: string;
  /** The state, as submitted. */
  state: string;
  /** The country of the address. */
  country: string;
  /** Whether the business was found at the address. */
  result: "verified" | "not_verified";
  /** The reason for the result, as reported by the source. Null if the source gave none. */
  reason: string | null;
}

/** Why the visit to an address was not possible. */
export interface AddressVerificationFailure {
  /** The reason, as reported by the source. Null if the source gave none. */
  reason: string | null;
}

/** An alert that was marked as read. */
export interface AlertRead {
  /** The id of the alert (`al_`). */
  alertId: string;
  /** Whether the alert is marked as read. */
  read: boolean;
  /** When the alert was first marked as read. */
  updatedAt: string;
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The id of the monitoring event that the alert reports (`evt_`). */
  eventId: string;
}

/** The result of marking alerts as read. */
export interface AlertsRead {
  /** How many alerts this call marked as read. */
  marked: number;
  /** How many matching alerts are still unread. */
  unread: number;
}

/** What the applicant entered for a field: a text, several texts, or people. */
export type Answer = string | string[] | AnsweredPerson[];

/** A director, beneficial owner or shareholder, as entered by the applicant. */
export interface AnsweredPerson {
  /** The full name of the person. */
  fullName: string;
  /** The national identification number (NIN) of the person, if given. */
  nationalIdNumber?: string;
}

/** A pair of API keys. */
export interface ApiKey {
  /** The id of the pair (`key_`). */
  id: string;
  environment: Environment;
  /** The publishable key, which identifies the account and environment (`test_pk_` or `live_pk_`). It does not authorise requests. */
  publishableKey: string;
  /** The secret key, masked except for its last four characters. */
  secretKeyMasked: string;
  /** When the pair was created. */
  createdAt: string;
  /** When the pair stops working. Null unless the pair was replaced with an overlap. */
  expiresAt: string | null;
  /** The start of the hour in which the secret key was last used. Null if it was never used. */
  lastUsedAt: string | null;
}

/** A business that is being onboarded. */
export interface Applicant {
  /** The id of the applicant (`app_`). */
  id: string;
  /** The id of the widget that the applicant belongs to (`wgt_`). */
  widgetId: string;
  environment: Environment;
  status: ApplicantStatus;
  subject: Subject;
  /** Your own id for the applicant. Null if there is none. */
  referenceId: string | null;
  /** The risk score, from 0 to 100. Higher is riskier. Null before the assessment. */
  riskScore: number | null;
  /** The reason for the decision: a short sentence of reason codes. */
  decisionReason: string | null;
  /** The modules to complete, in order. */
  moduleOrder: ModuleId[];
  /** The total amount charged for the applicant, in kobo. */
  totalSpentKobo: number;
  /** When the first answers were saved. Null until then. */
  startedAt: string | null;
  /** When the session was last submitted. Null until then. */
  submittedAt: string | null;
  /** When the applicant was approved or rejected. Null until then. */
  decidedAt: string | null;
  /** The tags of the applicant, in alphabetical order. */
  tags: string[];
  /** When the applicant was created. */
  createdAt: string;
  /** When the applicant last changed. */
  updatedAt: string;
}

/** An applicant with the outcome of each module, its status history, its answers and its files. */
export interface ApplicantDetail {
  /** The id of the applicant (`app_`). */
  id: string;
  /** The id of the widget that the applicant belongs to (`wgt_`). */
  widgetId: string;
  environment: Environment;
  status: ApplicantStatus;
  subject: Subject;
  /** Your own id for the applicant. Null if there is none. */
  referenceId: string | null;
  /** The risk score, from 0 to 100. Higher is riskier. Null before the assessment. */
  riskScore: number | null;
  /** The reason for the decision: a short sentence of reason codes. */
  decisionReason: string | null;
  /** The modules to complete, in order. */
  moduleOrder: ModuleId[];
  /** The total amount charged for the applicant, in kobo. */
  totalSpentKobo: number;
  /** When the first answers were saved. Null until then. */
  startedAt: string | null;
  /** When the session was last submitted. Null until then. */
  submittedAt: string | null;
  /** When the applicant was approved or rejected. Null until then. */
  decidedAt: string | null;
  /** The tags of the applicant, in alphabetical order. */
  tags: string[];
  /** When the applicant was created. */
  createdAt: string;
  /** When the applicant last changed. */
  updatedAt: string;
  /** The outcome of each module. */
  modules: ModuleResult[];
  /** The status history of the applicant, oldest first. If there are more than 200 entries, the first 199 and the current one; a reviewer's change takes the place of older ones at which the applicant left or came back. */
  timeline: TimelineEntry[];
  /** The answers, keyed by module and then by field. */
  answers: Partial<Record<ModuleId, Record<string, Answer>>>;
  /** The files of the applicant, keyed by module. */
  attachments: Partial<Record<ModuleId, LinkedAttachment[]>>;
  /** The credential that erased the applicant: the account of a session (`usr_`) or an API key (`key_`); `operator` or `retention` if the service did. */
  erasedBy: string | null;
  /** When what is known of the applicant was erased. Null if it was not. */
  erasedAt: string | null;
}

/** A list of applicants that is written to a CSV file. */
export interface ApplicantExport {
  /** The id of the export (`exp_`). */
  id: string;
  /** `pending`: created. `running`: the file is being written. `completed`: `url` has the file. `failed`: see `failureReason`. */
  status: "pending" | "running" | "completed" | "failed";
  filters: ExportFilters;
  /** How far the export is. */
  progress: {
    /** The number of applicants that are written. */
    done: number;
    /** The number of applicants that match. Null until counted. */
    total: number | null;
  };
  /** The number of applicants in the file. Null until the export is completed. */
  rows: number | null;
  /** Why the export has failed; otherwise null. `range_too_long`: the filters search more applicants than they can: choose a shorter period. `too_many_rows`: more than 100,000 applicants match: choose a shorter period. `file_too_large`: the file would be larger than 32 MB: choose a shorter period. `timed_out`: the export was not written within 6 hours: create another one. */
  failureReason: "range_too_long" | "too_many_rows" | "file_too_large" | "timed_out" | null;
  /** When the export was created. Later applicants are not in it. */
  createdAt: string;
  /** When the file was complete. Null until then. */
  completedAt: string | null;
  /** When the export and its file are deleted: 24 hours after `createdAt`. */
  expiresAt: string;
  /** The download URL of the CSV file, valid for one hour. Every read returns a new one. Null until the export is completed. */
  url: string | null;
}

/** A note of the account on an applicant. Nobody else sees it. */
export interface ApplicantNote {
  /** The id of the note (`note_`). */
  id: string;
  /** What was written. */
  text: string;
  /** The credential that wrote the note: the account of a session (`usr_`) or an API key (`key_`). */
  author: string;
  /** When the note was written. */
  createdAt: string;
  /** When the text last changed. */
  updatedAt: string;
}

/** What is known of an applicant when the report is made. */
export interface ApplicantReport {
  /** When the report was made. */
  madeAt: string;
  environment: Environment;
  /** The account of the applicant (`usr_`). */
  accountId: string;
  /** The applicant (`app_`). */
  applicantId: string;
  /** The widget of the applicant (`wgt_`). */
  widgetId: string;
  /** Your own id for the applicant. Null if there is none. */
  referenceId: string | null;
  /** The last submission (`ref_`). Null before the first. */
  submissionReference: string | null;
  /** Who created the applicant: the account, or a visitor of the widget. */
  createdBy: "account" | "applicant";
  status: ApplicantStatus;
  /** When the applicant was created. */
  createdAt: string;
  /** When the first answers were saved. */
  startedAt: string | null;
  /** When the session was last submitted. */
  submittedAt: string | null;
  /** When the applicant was approved or rejected. */
  decidedAt: string | null;
  /** When the applicant was erased. Null if it was not. */
  erasedAt: string | null;
  /** The business: what was stated about it, and its registered name. */
  business: {
    /** The name that the registry has. Null if it was not asked. */
    registeredName: string | null;
    subject: Subject;
  };
  /** The last decision. Null before the first. */
  decision: ReportedDecision | null;
  /** The modules, in order. */
  modules: ReportedModule[];
  /** The statuses of the applicant, oldest first. If there are more than 200, the first 199 and the current one. */
  timeline: TimelineEntry[];
  charges: ReportedCharges;
}

/** The status of an applicant. It goes from `created` through `in_progress`, `submitted` and `processing` to `approved`, `rejected` or `requires_review`. It may also be `resubmission_requested`, `expired` or `abandoned`. */
export type ApplicantStatus = "created" | "in_progress" | "submitted" | "processing" | "approved" | "rejected" | "requires_review" | "resubmission_requested" | "expired" | "abandoned";

/** A file uploaded by an applicant. */
export interface Attachment {
  /** The id of the file (`att_`). */
  id: string;
  /** The name of the file as uploaded. */
  filename: string;
  /** The media type of the file, determined from its content. */
  mimeType: string;
  /** The size of the file, in bytes. */
  size: number;
  /** When the file was uploaded. */
  uploadedAt: string;
}

/** The automatic top-ups of a wallet. */
export interface AutoTopUp {
  /** Whether automatic top-ups are on. */
  enabled: boolean;
  /** The balance, in kobo, below which a debit starts a top-up. */
  thresholdKobo: number;
  /** The amount of each top-up, in kobo. */
  amountKobo: number;
  /** Why automatic top-ups were turned off: the saved card was removed (`card_removed`), or three payments in a row failed (`payments_failed`). Null while they are on, and if you turned them off yourself. */
  stoppedReason: "card_removed" | "payments_failed" | null;
}

/** A conversation with the assistant about one company. */
export interface Chat {
  /** The id of the chat (`chat_`). */
  id: string;
  /** The id of the company that the chat is about (`cmp_`). */
  companyId: string;
  /** Your name for the chat. Null if there is none. */
  title: string | null;
  /** The number of messages in the chat, yours and the assistant's. */
  messageCount: number;
  /** When the latest message was written. Null if there is none yet. */
  lastMessageAt: string | null;
  /** When the chat was created. */
  createdAt: string;
  /** When the chat last changed. */
  updatedAt: string;
}

/** A message in a chat. */
export interface ChatMessage {
  /** The id of the message (`msg_`). */
  id: string;
  /** The id of the chat that the message belongs to (`chat_`). */
  chatId: string;
  /** Who wrote the message: you (`user`) or the assistant (`ai`). */
  sender: "user" | "ai";
  /** The text of the message. Answers are plain text: show them as text, not as HTML. */
  content: string;
  /** When the message was written. */
  timestampAt: string;
  /** The web pages that the answer is based on. Null unless the assistant searched the web. */
  groundingSources: {
    /** The web pages that the answer is based on. */
    groundingChunks: {
      /** A web page. */
      web: {
        /** The URL of the page. */
        uri: string;
        /** The title of the page. */
        title: string;
      };
    }[];
  } | null;
}

/** An uploaded document. */
export interface CheckedDocument {
  /** The id of the document (`doc_`). The event about the check has the same id as `verificationReference`. */
  documentId: string;
  /** The type of document. */
  type: "tin" | "jtb_tin" | "cac_certificate";
  /** The number that was checked. */
  number: string;
  /** The name of the file as sent. */
  filename: string;
  /** The media type of the file, determined from its content. */
  mimeType: string;
  /** The size of the file, in bytes. */
  size: number;
  /** When the file was uploaded. */
  uploadedAt: string;
}

/** Whether an account has added the business as its own company (`claimed`) or not (`unclaimed`). */
export type ClaimStatus = "claimed" | "unclaimed";

/** A list entry that a reviewer found to be somebody else. */
export interface Clearance {
  /** The id of the clearance (`clr_`). */
  id: string;
  /** The check in which the entry was seen (`ver_`). */
  verificationReference: string;
  /** The source's id of the entry. */
  entity: string;
  /** The source's name of the list. */
  list: string;
  /** The name on the list. */
  name: string;
  /** Why the entry is somebody else, in the words of the reviewer. */
  reason: string;
  /** Who cleared it: the account (`usr_`), or its API key (`key_`). */
  by: string;
  /** When it was cleared. */
  at: string;
}

/** A company of yours. */
export interface Company {
  /** The id of the company (`cmp_`). */
  id: string;
  /** The name of the business in the registry. */
  companyName: string;
  /** The registration number of the business, with its prefix. */
  rcNumber: string;
  /** The id of the account that owns the company (`usr_`). */
  ownerId: string;
  /** Whether the registry lists the company as active. */
  active: boolean;
  /** The kind of business. */
  classification: {
    /** The classification as a number. */
    id: 1 | 2 | 3 | 4 | 5;
    /** The classification in words. */
    label: string;
  };
  /** The profile of the business. */
  profile: {
    /** The nature of the business in the registry. Null if unknown. */
    natureOfBusiness: string | null;
    /** The business category in the registry. Null if unknown. */
    businessCategory: string | null;
    /** What the company does, as stated by you. Null if you have not stated it. */
    businessDescription: string | null;
    /** The date the company commenced business (`YYYY-MM-DD`). Null if unknown. */
    businessCommencementDate: string | null;
    /** The date the company was registered (`YYYY-MM-DD`). Null if unknown. */
    registrationDate: string | null;
    /** Whether the registry has approved the registration. */
    registrationApproved: boolean;
    /** Whether the registry returned more than the name, number and status. */
    companyDetails: boolean;
    /** The URL of the logo. Null if there is none. */
    logoUrl: string | null;
  };
  /** The contact details that you stated, or else those in the registry. */
  contact: {
    /** The email address of the company. Null if unknown. */
    email: string | null;
    /** The house number and street. Null if unknown. */
    address: string | null;
    /** The city. Null if unknown. */
    city: string | null;
    /** The state. Null if unknown. */
    state: string | null;
    /** The local government area. Null if unknown. */
    lga: string | null;
  };
  /** The tax identification numbers. */
  tax: {
    /** The verified TIN at the federal tax service (FIRS). Null until it is verified. */
    firsTin: string | null;
    /** The verified TIN at the Joint Tax Board (JTB). Null until it is verified. */
    jtbtin: string | null;
    /** Whether the TIN at the federal tax service (FIRS) has yet to be verified. */
    firsttin_pending: boolean;
  };
  /** The share capital and the shareholders. */
  shares: {
    /** The share capital, in naira. Null if unknown. */
    shareCapital: number | null;
    /** How the share capital is divided. Null if unknown. */
    dividedInto: string | null;
    /** The shareholders in the registry. */
    shareHolderDetails: Shareholder[];
  };
  /** The registrar. Null if unknown. */
  registrarInfo: {
    /** The name of the registrar. */
    name: string;
    /** The registry office. Null if unknown. */
    office: string | null;
  } | null;
  /** The website and social media profiles, as you stated them. */
  socials: {
    /** The website. Null if not stated. */
    website: string | null;
    /** The Facebook page. Null if not stated. */
    facebook: string | null;
    /** The Instagram profile. Null if not stated. */
    instagram: string | null;
    /** The LinkedIn page. Null if not stated. */
    linkedin: string | null;
    /** The X profile. Null if not stated. */
    twitter: string | null;
    /** The TikTok profile. Null if not stated. */
    tiktok: string | null;
  };
  /** What has been verified about the company. */
  svc_tools: {
    /** The share of the company's details that are verified, from 0 to 100. */
    svc_mark: number;
    /** Whether a bank account has been verified. */
    activeBank: boolean;
    /** Whether the social media presence has been verified. */
    social_verified: boolean;
    /** Whether the certificate of incorporation has been verified. */
    cacert_verified: boolean;
    /** Whether the status report has been verified. */
    cacreport_verified: boolean;
    /** Whether the memorandum and articles have been verified. */
    memartVerified: boolean;
    /** Whether the tax clearance certificate has been verified. */
    firstaxClearance_vr: boolean;
  };
  /** The documents of the company. */
  documents: {
    /** The download URL of the verified certificate, valid for 15 minutes. Null if none is verified. */
    cacCertificateUrl: string | null;
  };
  /** How often other accounts have viewed the company. */
  stats: {
    /** The number of times other accounts have read the company as a vendor. */
    view_count: number;
    /** The number of times the company was found in watchlist searches by other accounts. */
    search_view_count: number;
  };
}

/** A page of companies. */
export interface CompanyPage {
  /** The companies on this page, newest first. */
  companies: Company[];
}

/** Something that a company must do by a certain date. */
export interface ComplianceObligation {
  /** The id of the obligation (`obl_`). */
  id: string;
  /** The id of the company that the obligation concerns (`cmp_`). */
  companyId: string;
  /** The category of the obligation. */
  category: "cac_annual_returns" | "companies_income_tax" | "vat" | "withholding_tax" | "paye" | "paye_annual_return" | "pension" | "nsitf" | "itf" | "ndpc_audit_return" | "scuml" | "tax_clearance_certificate" | "custom";
  /** The title of the obligation: what the company must do. */
  title: string;
  /** Further details. Null if there are none. */
  description: string | null;
  /** How often the obligation falls due. */
  frequency: "monthly" | "annual" | "one_off" | "custom";
  /** The next due date (`YYYY-MM-DD`), a day in Africa/Lagos. */
  nextDueDate: string;
  /** When the obligation was last completed. Null if it was never completed. */
  lastCompletedAt: string | null;
  /** Whether the obligation was created from the catalogue, together with the company. */
  isSeeded: boolean;
  /** Whether the obligation is active. */
  isActive: boolean;
  /** The numbers of days before the due date at which you are emailed a reminder, highest first. Reminders are sent in `live` only. */
  notifyLeadDays: number[];
  /** The number of days until the due date, in Africa/Lagos. Negative if the obligation is overdue. */
  daysUntilDue: number;
  /** When the obligation was created. */
  createdAt: string;
  /** When the obligation was last updated. */
  updatedAt: string;
}

/** A new pair of API keys, with its secret key. */
export interface CreatedApiKey {
  environment: Environment;
  /** The publishable key, which identifies the account and environment (`test_pk_` or `live_pk_`). It does not authorise requests. */
  publishableKey: string;
  /** The secret key, which authorises requests for the account (`test_sk_` or `live_sk_`). Shown only in this response. */
  secretKey: string;
  /** When the pair was created. */
  createdAt: string;
}

/** A new applicant, its embed session and the fee charged for it. */
export interface CreatedApplicant {
  applicant: Applicant;
  /** The id of the transaction that debited the session base fee (`txn_`). Null if sessions are free. */
  sessionTransactionId: string | null;
  /** The session base fee, in kobo. */
  sessionChargeKobo: number;
  /** The id of the embed session that was opened (`wses_`). */
  sessionId: string;
}

/** A new registration with its signing secret. */
export interface CreatedWebhookRegistration {
  /** The id of the registration (`whk_`). */
  id: string;
  /** The id of the app whose events it receives: a widget (`wgt_`). */
  appId: string;
  environment: Environment;
  serviceType: ServiceType;
  /** The URL that events are sent to. */
  endpoint: string;
  /** Whether events are sent to the endpoint. */
  isActive: boolean;
  /** When the registration was created. */
  createdAt: string;
  /** The secret to verify deliveries with (`whsec_`). Shown in full only in this response. */
  signingSecret: string;
}

/** A recovery of missed deliveries. */
export interface DeliveryRecovery {
  /** The number of deliveries to recover when the recovery started. */
  count: number;
}

/** An objection to a monitoring event. */
export interface Dispute {
  /** The id of the dispute (`dsp_`). */
  disputeId: string;
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The id of the account that filed the dispute (`usr_`). */
  customerId: string;
  /** The id of the disputed monitoring event (`evt_`). */
  eventId: string;
  /** What is wrong with the event. */
  description: string;
  /** The documents of the dispute, at most five. */
  documents: DisputeDocument[];
  status: DisputeStatus;
  /** The reviewer's note. Null until the dispute is decided. */
  reviewNote: string | null;
  /** The id of the reviewer who decided (`adm_`). Null until the dispute is decided. */
  reviewedBy: string | null;
  /** When the dispute was decided. Null until then. */
  reviewedAt: string | null;
  /** The points restored to the score, with two decimal places, such as `8.00`. Null if none were restored. */
  scoreDeltaRestored: string | null;
  /** When the event was voided, by this dispute or an earlier one. Null unless the dispute is upheld. */
  eventVoidedAt: string | null;
  /** When the dispute was filed. */
  createdAt: string;
  /** When the dispute last changed. */
  updatedAt: string;
}

/** A dispute was filed. */
export interface DisputeCreatedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "dispute.created";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the dispute (`dsp_`). */
    disputeId: string;
    /** The id of the vendor that the dispute is about (`cmp_`). */
    vendorId: string;
    /** The id of the disputed monitoring event (`evt_`). */
    eventId: string;
    environment: Environment;
    /** When the dispute was filed. */
    createdAt: string;
  };
}

/** A document of a dispute. */
export interface DisputeDocument {
  /** The download URL, valid for 15 minutes. Read the dispute again to get a new one. */
  url: string;
  /** The id of the document (`doc_`). */
  publicId: string;
  /** The name of the file as sent, without characters that have a special meaning in file systems. */
  filename: string;
  /** The media type of the file, determined from its content. */
  mimeType: string;
  /** When the file was uploaded. */
  uploadedAt: string;
}

/** A dispute was rejected: the event still counts. */
export interface DisputeRejectedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "dispute.rejected";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the dispute (`dsp_`). */
    disputeId: string;
    /** The id of the vendor that the dispute is about (`cmp_`). */
    vendorId: string;
    /** The id of the disputed monitoring event (`evt_`). */
    eventId: string;
    environment: Environment;
    /** When the dispute was decided. */
    reviewedAt: string;
  };
}

/** The status of a dispute. It starts as `pending` and may become `under_review`. `upheld` and `rejected` are final. */
export type DisputeStatus = "pending" | "under_review" | "upheld" | "rejected";

/** A reviewer started to review a dispute. */
export interface DisputeUnderReviewEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "dispute.under_review";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the dispute (`dsp_`). */
    disputeId: string;
    /** The id of the vendor that the dispute is about (`cmp_`). */
    vendorId: string;
    /** The id of the disputed monitoring event (`evt_`). */
    eventId: string;
    environment: Environment;
    /** When the reviewer started the review. */
    underReviewSince: string;
  };
}

/** A dispute was upheld: the event is voided and no longer counts. */
export interface DisputeUpheldEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "dispute.upheld";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the dispute (`dsp_`). */
    disputeId: string;
    /** The id of the vendor that the dispute is about (`cmp_`). */
    vendorId: string;
    /** The id of the disputed monitoring event (`evt_`). */
    eventId: string;
    environment: Environment;
    /** When the dispute was decided. */
    reviewedAt: string;
    /** When the event was voided. Earlier than `reviewedAt` if another dispute had already voided it. */
    eventVoidedAt: string;
    /** The points restored to the score, with two decimal places. Null if none were restored. */
    scoreDeltaRestored: string | null;
  };
}

/** The result of a document check. */
export interface DocumentCheckResult {
  /** Whether the source confirms that the number belongs to the company. */
  status: boolean;
  /** The number that was checked. */
  number: string;
  /** The name on the record that the source found. Null if it found none. */
  name: string | null;
  /** The reason codes. */
  reasonCodes: string[];
}

/** A session in which an applicant answers the modules of a widget. */
export interface EmbedSession {
  /** The id of the session (`wses_`). */
  sessionId: string;
  /** The id of the widget that the session belongs to (`wgt_`). */
  widgetId: string;
  /** Whether the session is still being filled in (`in_progress`) or has been submitted (`submitted`). */
  status: "in_progress" | "submitted";
  /** The module that the applicant is at. Null once the session is submitted. */
  currentModuleId: ModuleId | null;
  /** The answers, keyed by module and then by field. */
  answers: Partial<Record<ModuleId, Record<string, Answer>>>;
  /** The files uploaded so far, keyed by module. */
  attachments: Partial<Record<ModuleId, Attachment[]>>;
  /** The reference of the submission (`ref_`). Null until the session is submitted. */
  referenceId: string | null;
}

/** A widget as shown to the applicant. */
export interface EmbedWidget {
  /** The id of the widget (`wgt_`). */
  widgetId: string;
  /** The name of the widget. */
  name: string;
  environment: Environment;
  branding: WidgetBranding;
  flow: WidgetFlow;
  /** The enabled modules, in order. */
  modules: FormModule[];
}

/** The environment: `sandbox` to try things out with test money, or `live` for real business. */
export type Environment = "sandbox" | "live";

/** A type of event that webhooks and the event feed carry. */
export interface EventType {
  /** The name of the event type. */
  event: string;
  /** The service type of the registrations that receive the event. Null if registrations of every service type receive it. */
  serviceType: ServiceType | null;
  /** A description of the event. */
  description: string;
  /** The JSON Schema (2020-12) of `data`. */
  schema: Record<string, unknown>;
  /** An example of `data`. */
  example: Record<string, unknown>;
}

/** A source's answer to one question of a check. */
export interface Evidence {
  /** The source that was asked, such as `registry`. */
  source: string;
  /** When the source answered. */
  at: string;
  /** Whether the source has a matching record. For a screening, whether a list has a possible match. */
  matched: boolean;
  /** The names of the fields in which the record differs from the answers. */
  differs: string[];
  /** What the check compared with the record: the fields and their values, texts or lists of names. Null once the evidence is no longer kept. */
  compared: Record<string, string | string[]> | null;
  /** What the source's record says, as far as the check uses it. Empty if the source has no record. Null once the evidence is no longer kept. */
  answered: Record<string, string | string[]> | null;
  /** The list entries that may match, best match first, at most 20. Empty for checks other than screenings. */
  entries: ScreeningEntry[];
}

/** The filters of an export, as they were sent. Dates are given as timestamps. */
export interface ExportFilters {
  /** The id of the widget (`wgt_`). */
  widgetId?: string;
  /** The status. */
  status?: ApplicantStatus;
  /** The `referenceId`. */
  referenceId?: string;
  /** The environment. */
  environment?: Environment;
  /** Who created the applicants. */
  createdBy?: "account" | "applicant";
  /** The tag, in lower case. */
  tag?: string;
  /** The text that is searched for. */
  search?: string;
  /** The earliest `createdAt`. */
  from?: string;
  /** The latest `createdAt`. */
  to?: string;
}

/** A field of a module. */
export interface FormField {
  /** The name of the field in `answers`, or in each person for a field of a `people` field. */
  name: string;
  /** The label of the field. */
  label: string;
  /** The type of the field. The value of a `list` is an array of strings, the value of `people` is an array of objects with the keys in `fields`, and the value of every other type is a string. */
  type: "text" | "textarea" | "email" | "tel" | "url" | "date" | "select" | "list" | "people";
  /** Whether the module is complete only with this field. For a field of a `people` field, whether each person needs it. */
  required: boolean;
  /** The regular expression that answers must match. */
  pattern?: string;
  /** The allowed answers. */
  options?: string[];
  /** Suggested answers. Other answers are accepted too. */
  suggestions?: string[];
  /** The labels of the options or suggestions, keyed by value. A value without a label is shown as it is. */
  optionLabels?: Record<string, string>;
  /** The help text for the field. */
  help?: string;
  /** An example answer. */
  example?: string;
  /** The latest accepted date. Always `today`. */
  latest?: "today";
  /** The fields to fill in for each person. Only for the type `people`. */
  fields?: PersonField[];
}

/** A module as shown to the applicant. */
export interface FormModule {
  moduleId: ModuleId;
  /** Whether this module must be complete before the session can be submitted. */
  required: boolean;
  /** The heading of the module. */
  title: string;
  /** A sentence that says how the answers are used. */
  description: string;
  /** The fields of the module. */
  fields: FormField[];
}

/** What the applicant enters for a field: a text, or a list of texts or people. */
export type GivenAnswer = string | (string | GivenPerson)[];

/** A person, field by field. */
export type GivenPerson = Record<string, string | null>;

/** A public key (RFC 8037). */
export interface JsonWebKey {
  /** The key type. */
  kty: "OKP";
  /** The curve of the key. */
  crv: "Ed25519";
  /** The public key, in base64url. */
  x: string;
  /** The id of the key, as in the `kid` header of a token. */
  kid: string;
  /** The signature algorithm. */
  alg: "EdDSA";
  /** The use of the key: it verifies signatures. */
  use: "sig";
}

/** A JSON Web Key Set (RFC 7517). */
export interface JsonWebKeySet {
  /** The keys that tokens may currently be signed with. */
  keys: JsonWebKey[];
}

/** A sandbox email that was kept instead of sent. */
export interface KeptMail {
  /** The id of the email (`mail_`). */
  id: string;
  /** The email address that the email was meant for. */
  to: string;
  /** The subject of the email, which starts with `[Test]`. */
  subject: string;
  /** The content of the email as plain text. */
  text: string;
  /** The content of the email as HTML. */
  html: string;
  /** When the email was kept. */
  createdAt: string;
}

/** An applicant was created, and its embed session was opened. */
export interface KybApplicantCreatedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "kyb.applicant.created";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the applicant (`app_`). */
    applicantId: string;
    /** The id of the widget that the applicant belongs to (`wgt_`). */
    widgetId: string;
    environment: Environment;
    /** Your own id for the applicant. Null if there is none. */
    referenceId: string | null;
    /** Who created the applicant. If it is `applicant`, a visitor to the widget chose the `referenceId`, so do not rely on it. */
    createdBy: "account" | "applicant";
    /** When the applicant was created. */
    createdAt: string;
  };
}

/** An assessment or a reviewer decided on an applicant: `approved`, `rejected` or `requires_review`. */
export interface KybApplicantDecisionEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "kyb.applicant.decision";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the applicant (`app_`). */
    applicantId: string;
    /** The id of the widget that the applicant belongs to (`wgt_`). */
    widgetId: string;
    environment: Environment;
    /** Your own id for the applicant. Null if there is none. */
    referenceId: string | null;
    /** Who created the applicant. If it is `applicant`, a visitor to the widget chose the `referenceId`, so do not rely on it. */
    createdBy: "account" | "applicant";
    /** The reference of the submission (`ref_`). */
    submissionReference: string | null;
    /** The decision on the applicant. */
    status: "approved" | "rejected" | "requires_review";
    /** The risk score, from 0 to 100. Higher is riskier. */
    riskScore: number | null;
    /** The reason codes. `reviewer_decision` if a reviewer decided. */
    decisionReason: string | null;
    /** When the applicant was approved or rejected. Null if a reviewer still has to decide. */
    decidedAt: string | null;
    /** The outcome of each module. */
    modules: ModuleOutcome[];
    /** The event of the decision that this one replaces (`sev_`), if a reviewer overturned an approval or a rejection. Null for every other decision. */
    overturns?: string | null;
  };
}

/** An applicant expired after 30 days without activity and can no longer be continued. */
export interface KybApplicantExpiredEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "kyb.applicant.expired";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the applicant (`app_`). */
    applicantId: string;
    /** The id of the widget that the applicant belongs to (`wgt_`). */
    widgetId: string;
    environment: Environment;
    /** Your own id for the applicant. Null if there is none. */
    referenceId: string | null;
    /** Who created the applicant. If it is `applicant`, a visitor to the widget chose the `referenceId`, so do not rely on it. */
    createdBy: "account" | "applicant";
    /** When the applicant expired. */
    expiredAt: string;
  };
}

/** An applicant has to answer some modules again. The session is open for these modules. */
export interface KybApplicantResubmissionRequestedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "kyb.applicant.resubmission_requested";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the applicant (`app_`). */
    applicantId: string;
    /** The id of the widget that the applicant belongs to (`wgt_`). */
    widgetId: string;
    environment: Environment;
    /** Your own id for the applicant. Null if there is none. */
    referenceId: string | null;
    /** Who created the applicant. If it is `applicant`, a visitor to the widget chose the `referenceId`, so do not rely on it. */
    createdBy: "account" | "applicant";
    /** The reference of the submission (`ref_`). */
    submissionReference: string | null;
    /** The modules that the applicant has to answer again. */
    modules: string[];
    /** The reason code. `reviewer_decision` if a reviewer asked for the resubmission. */
    reason: string;
  };
}

/** An applicant submitted the session, and the assessment begins. */
export interface KybApplicantSubmittedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "kyb.applicant.submitted";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the applicant (`app_`). */
    applicantId: string;
    /** The id of the widget that the applicant belongs to (`wgt_`). */
    widgetId: string;
    environment: Environment;
    /** Your own id for the applicant. Null if there is none. */
    referenceId: string | null;
    /** Who created the applicant. If it is `applicant`, a visitor to the widget chose the `referenceId`, so do not rely on it. */
    createdBy: "account" | "applicant";
    /** The reference of the submission (`ref_`). */
    submissionReference: string;
    /** When the session was submitted. */
    submittedAt: string;
  };
}

/** A file uploaded by an applicant, with its download address. */
export interface LinkedAttachment {
  /** The id of the file (`att_`). */
  id: string;
  /** The file name as uploaded. Null if the applicant was erased. */
  filename: string | null;
  /** The media type of the file, determined from its content. */
  mimeType: string;
  /** The size of the file, in bytes. */
  size: number;
  /** When the file was uploaded. */
  uploadedAt: string;
  /** Whether opening the file may run or fetch something, such as a script, a program or an embedded file. Null if this cannot be determined because parts of the file are compressed or encrypted. */
  activeContent: boolean | null;
  /** The SHA-256 of the file in hex, computed when it was uploaded. Null for files of before it was recorded. */
  sha256: string | null;
  /** The download URL of the file, valid for 15 minutes. Null if the applicant was erased, and its files with it. */
  url: string | null;
}

/** A list entry whose name matches the vendor or a person connected with it. */
export interface ListedMatch {
  /** The name of the list, as given by the screening source. */
  list: string;
  /** The name on the list. */
  entity: string;
  /** How well the names match, from 0 to 1, where 1 is certain. */
  score: number;
  /** The URL of the entry on the list. Null if the source states none. */
  url: string | null;
}

/** A publication about a vendor you watch. */
export interface MediaMention {
  /** The id of the monitoring event (`evt_`). */
  eventId: string;
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The name of the vendor in the registry. */
  vendorName: string;
  riskTier: RiskTier;
  claimStatus: ClaimStatus;
  /** The current score of the vendor. */
  score: number;
  /** Whether you have ever had an alert about the vendor. */
  hasAlerts: boolean;
  /** The severity of the mention. */
  severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
  /** The check that found the mention, or where it was reported. */
  agentName: string;
  /** The headline of the mention. Null if it has none. */
  headline: string | null;
  /** Where the mention was published, or `Screening` and the id of the entry if a daily check found it. */
  source: string | null;
  /** The URL of the mention. Null if it has none. */
  url: string | null;
  /** Whether the mention is positive or negative for the vendor. */
  sentiment: "negative" | "positive" | null;
  /** What changed. Null if it was not stated. */
  whatChanged: string | null;
  /** When the mention was recorded. */
  createdAt: string;
}

/** The meter that was checked. */
export interface MeterBill {
  /** The number that was checked. */
  meterNumber: string;
  /** The electricity distributor of the meter. */
  provider: "ABUJA" | "KADUNA" | "JOS" | "PH" | "IBADAN" | "IKEJA" | "EKO" | "ENUGU" | "KANO";
  /** Always empty, because the bill itself is not read. */
  billDate: string;
}

/** The result of the check with the distributor. */
export interface MeterResult {
  /** Whether the distributor has a meter with this number. */
  status: boolean;
  /** The address of the meter. Empty if the distributor does not state it. */
  address: string;
  /** The electricity distributor of the meter. */
  provider: "ABUJA" | "KADUNA" | "JOS" | "PH" | "IBADAN" | "IKEJA" | "EKO" | "ENUGU" | "KANO";
  /** The number that was checked. */
  meterNumber: string;
}

/** A part of the onboarding that applicants fill in and that we check. */
export type ModuleId = "business_profile" | "cac_verification" | "tin_verification" | "bank_account_verification" | "directors_kyc" | "ubo_verification" | "shareholders_kyc" | "aml_screening" | "sanctions_screening" | "pep_screening" | "adverse_media_screening" | "address_verification" | "utility_bill_verification" | "cac_status_report" | "memart_verification" | "tax_clearance_verification" | "scuml_verification" | "social_media_verification" | "document_upload";

/** The outcome of a module. */
export interface ModuleOutcome {
  /** The id of the module. */
  moduleId: string;
  /** The outcome of the module. */
  status: "passed" | "failed" | "review" | "unavailable";
  /** The reason codes. */
  reasonCodes: string[];
}

/** The outcome of a module of an applicant. */
export interface ModuleResult {
  moduleId: ModuleId;
  /** The current outcome of the module. */
  status: "pending" | "passed" | "failed" | "review" | "unavailable";
  /** The reason codes. */
  reasonCodes: ("source_unavailable" | "insufficient_balance" | "input_missing" | "address_unreachable" | "registration_number_malformed" | "registration_not_found" | "registration_number_mismatch" | "business_inactive" | "name_mismatch" | "subject_mismatch" | "tin_malformed" | "tin_not_found" | "account_number_malformed" | "account_not_found" | "nuban_check_digit" | "person_not_confirmed" | "person_mismatch" | "document_not_found" | "document_expired" | "document_revoked" | "address_not_verified" | "address_pending" | "meter_malformed" | "meter_not_found" | "profile_not_confirmed" | "sanctions_match" | "pep_match" | "adverse_media_match")[];
  /** The amount charged for the module, in kobo. */
  chargeKobo: number;
  /** When the module received its verdict. Null until then. */
  completedAt: string | null;
  /** The reference of the check, for `GET /v1/verifications/{reference}` (`ver_`, or `addr_` for a visit). Missing until there is a verdict, unless a visit is pending. Always missing for modules that ask no source. */
  verificationReference?: string;
  /** The result for each person the module checked, once the module has a verdict. */
  people?: ({
    /** The full name of the person who was checked. */
    fullName: string;
    /** The codes that say why this person was not confirmed. Empty if they were confirmed. */
    reasonCodes: ("source_unavailable" | "insufficient_balance" | "input_missing" | "address_unreachable" | "registration_number_malformed" | "registration_not_found" | "registration_number_mismatch" | "business_inactive" | "name_mismatch" | "subject_mismatch" | "tin_malformed" | "tin_not_found" | "account_number_malformed" | "account_not_found" | "nuban_check_digit" | "person_not_confirmed" | "person_mismatch" | "document_not_found" | "document_expired" | "document_revoked" | "address_not_verified" | "address_pending" | "meter_malformed" | "meter_not_found" | "profile_not_confirmed" | "sanctions_match" | "pep_match" | "adverse_media_match")[];
  })[];
  /** What the source answered: one entry for each question it was asked. Empty until the module has a verdict. */
  evidence: Evidence[];
}

/** A notice about an event that concerns a vendor you watch. */
export interface MonitoringAlert {
  /** The id of the alert (`al_`). */
  alertId: string;
  /** The id of the account that receives the alert (`usr_`). */
  customerId: string;
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The name of the vendor when the alert was created. */
  vendorName: string;
  /** The id of the monitoring event that the alert reports (`evt_`). */
  eventId: string;
  /** The severity of the event. */
  severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
  /** A short title that describes what happened. */
  title: string;
  /** A sentence that describes what happened. */
  message: string;
  /** What changed, as far as is known. */
  whatChanged: string;
  /** The URL of the page that shows the vendor. */
  monitoringUrl: string;
  /** Whether the alert is marked as read. */
  read: boolean;
  /** When the alert was created. */
  createdAt: string;
  /** When the alert was last updated: when it was created, or when it was marked as read. */
  updatedAt: string;
}

/** An alert was created about a vendor that you watch. */
export interface MonitoringAlertCreatedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "monitoring.alert.created";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the alert (`al_`). */
    alertId: string;
    /** The id of the vendor (`cmp_`), which is the id of its company. */
    vendorId: string;
    /** The id of the monitoring event (`evt_`). */
    eventId: string;
    environment: Environment;
    /** The kind of monitoring event, such as `director_change`. */
    kind: string;
    /** The severity of the event. */
    severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
    /** When the alert was created. */
    createdAt: string;
  };
}

/** Something that happened to a vendor or became known about it. */
export interface MonitoringEvent {
  /** The id of the event (`evt_`). */
  eventId: string;
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The kind of monitoring event. */
  kind: "sanctions_match" | "insolvency" | "regulatory_action" | "cac_status_change" | "pep_match" | "adverse_media" | "litigation" | "annual_return_overdue" | "ownership_change" | "tax_status_change" | "licence_change" | "director_change" | "bank_account_change" | "address_change" | "name_change" | "positive_media";
  /** The severity of the event. */
  severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
  /** The source of the information. */
  source: string;
  /** The headline of the publication. */
  headline: string | null;
  /** The URL of the publication. Null if there is none. */
  url: string | null;
  /** What changed. Null if it was not stated. */
  whatChanged: string | null;
  /** When the event was recorded. */
  createdAt: string;
  /** The list entry that a screening found. Null for all other events. */
  match: ListedMatch | null;
  /** When the event was voided by a dispute. Null while it counts. */
  voidedAt: string | null;
}

/** A media mention of a vendor that you watch was detected. */
export interface MonitoringMediaMentionDetectedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "monitoring.media_mention.detected";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the vendor (`cmp_`), which is the id of its company. */
    vendorId: string;
    /** The id of the monitoring event (`evt_`). */
    eventId: string;
    environment: Environment;
    /** Whether the mention is positive or negative for the vendor. */
    sentiment: "negative" | "positive";
    /** The severity of the event. */
    severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
    /** When the mention was recorded. */
    detectedAt: string;
  };
}

/** The score of a vendor that you watch changed, because of a monitoring event or because one was voided. */
export interface MonitoringScoreChangedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "monitoring.score.changed";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the vendor (`cmp_`), which is the id of its company. */
    vendorId: string;
    /** The id of the monitoring event (`evt_`). */
    eventId: string;
    environment: Environment;
    /** Why the score changed: the event changed it (`event`), or an upheld dispute voided the event and restored the points it took (`voided`). */
    reason: "event" | "voided";
    /** The number of the change in the vendor's history. A higher number is a later change, whatever the order in which the events arrive. */
    number: number;
    /** The score before the change, from 0 to 100, with at most two decimal places. */
    scoreBefore: number;
    /** The score after the change, from 0 to 100, with at most two decimal places. */
    scoreAfter: number;
    /** The risk tier of the new score. */
    riskTier: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
    /** When the score changed. */
    changedAt: string;
  };
}

/** The account whose email address has to be verified. */
export interface NewAccount {
  /** The id of the account (`usr_`). */
  userId: string;
  /** Always true: the emailed code has to be entered first. */
  requiresVerification: true;
}

/** A company. */
export interface OneCompany {
  company: Company;
}

/** An embed session with its applicant and expiry time. */
export interface OpenedEmbedSession {
  /** The id of the session (`wses_`). */
  sessionId: string;
  /** The id of the widget that the session belongs to (`wgt_`). */
  widgetId: string;
  /** Whether the session is still being filled in (`in_progress`) or has been submitted (`submitted`). */
  status: "in_progress" | "submitted";
  /** The module that the applicant is at. Null once the session is submitted. */
  currentModuleId: ModuleId | null;
  /** The answers, keyed by module and then by field. */
  answers: Partial<Record<ModuleId, Record<string, Answer>>>;
  /** The files uploaded so far, keyed by module. */
  attachments: Partial<Record<ModuleId, Attachment[]>>;
  /** The reference of the submission (`ref_`). Null until the session is submitted. */
  referenceId: string | null;
  /** The modules that can be answered, in order. Empty once the session is submitted. */
  openModules: ModuleId[];
  /** What a reviewer asked the applicant to answer again. Null if nobody asked, and once the applicant has resubmitted. */
  resubmission: {
    /** The modules to answer again. */
    modules: ModuleId[];
    /** The reviewer's message to the applicant. Null if there is none. */
    message: string | null;
  } | null;
  /** The id of the session's applicant (`app_`). */
  applicantId: string;
  /** When the session expires if there is no further activity. */
  expiresAt: string;
  /** What you stated about the business when you created the applicant. Null unless the request has a valid `applicantSignature`, so that nobody can read it with the public link alone. */
  subject: Subject | null;
}

/** The page that the response contains. */
export interface Pagination {
  /** The page number, starting at 1. */
  page: number;
  /** The number of entries per page. */
  limit: number;
  /** The total number of entries. */
  total: number;
  /** The number of pages. */
  totalPages: number;
  /** Whether there is a next page. */
  hasNext: boolean;
  /** Whether there is a previous page. */
  hasPrev: boolean;
}

/** A field to fill in for each person. */
export interface PersonField {
  /** The name of the field in `answers`, or in each person for a field of a `people` field. */
  name: string;
  /** The label of the field. */
  label: string;
  /** The type of the field. The value of a `list` is an array of strings, the value of `people` is an array of objects with the keys in `fields`, and the value of every other type is a string. */
  type: "text" | "textarea" | "email" | "tel" | "url" | "date" | "select" | "list" | "people";
  /** Whether the module is complete only with this field. For a field of a `people` field, whether each person needs it. */
  required: boolean;
  /** The regular expression that answers must match. */
  pattern?: string;
  /** The allowed answers. */
  options?: string[];
  /** Suggested answers. Other answers are accepted too. */
  suggestions?: string[];
  /** The labels of the options or suggestions, keyed by value. A value without a label is shown as it is. */
  optionLabels?: Record<string, string>;
  /** The help text for the field. */
  help?: string;
  /** An example answer. */
  example?: string;
  /** The latest accepted date. Always `today`. */
  latest?: "today";
}

/** The current price of an action. */
export interface PricingRate {
  /** The key of the action, as in transactions. */
  actionKey: string;
  /** The price in naira. */
  price: number;
  /** The price in kobo. */
  priceKobo: number;
  /** A description of the action. */
  description: string;
  /** The category of the action. */
  category: string;
}

/** A problem with a request. */
export interface Problem {
  /** The path of the field, with dots, such as `config.flow.order.2`. */
  path: string;
  /** What is wrong with the field. */
  message: string;
}

/** An answer with its label. */
export interface ReportedAnswer {
  /** The name of the field. */
  name: string;
  /** What the form calls the field. */
  label: string;
  /** What was answered. */
  value: Answer;
  /** What the form calls the value, if it was chosen from a list. */
  valueLabel?: string;
}

/** What an applicant cost, in kobo. */
export interface ReportedCharges {
  /** The total amount charged for the applicant. */
  totalKobo: number;
  /** The modules whose last check was charged. */
  modules: {
    moduleId: ModuleId;
    /** The amount charged for the module, in kobo. */
    chargeKobo: number;
  }[];
  /** The rest of the total: the session base fee, and earlier checks of modules that were checked again. */
  otherKobo: number;
}

/** The last decision on an applicant. */
export interface ReportedDecision {
  /** The outcome. */
  outcome: "approved" | "rejected" | "requires_review" | "resubmission_requested";
  /** When it was decided. */
  at: string;
  /** Who decided: the service itself, or a reviewer of the account. */
  by: "account" | "applicant" | "service" | "reviewer";
  /** The account (`usr_`) or API key (`key_`) of the reviewer. Null if none is known. */
  reviewedBy: string | null;
  /** The risk score, 0 to 100. Higher is riskier. Null if nothing was assessed. */
  riskScore: number | null;
  /** The reason as it is stored: reason codes, or a reviewer's words. */
  reason: string | null;
  /** The reason codes in words. Empty if a reviewer decided. */
  reasons: ReportedReason[];
}

/** A monitoring event as it was recorded. */
export interface ReportedEvent {
  /** The id of the event (`evt_`). */
  eventId: string;
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The kind of monitoring event. */
  kind: "sanctions_match" | "insolvency" | "regulatory_action" | "cac_status_change" | "pep_match" | "adverse_media" | "litigation" | "annual_return_overdue" | "ownership_change" | "tax_status_change" | "licence_change" | "director_change" | "bank_account_change" | "address_change" | "name_change" | "positive_media";
  /** The severity of the event. */
  severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
  /** The source of the information. */
  source: string;
  /** The headline of the publication. */
  headline: string | null;
  /** The URL of the publication. Null if there is none. */
  url: string | null;
  /** What changed. Null if it was not stated. */
  whatChanged: string | null;
  /** When the event was recorded. */
  createdAt: string;
}

/** A file of an applicant: which one it is, without an address. */
export interface ReportedFile {
  /** The id of the file (`att_`). */
  id: string;
  /** The name of the file as uploaded. */
  filename: string;
  /** The media type of the file, determined from its content. */
  mimeType: string;
  /** The size of the file, in bytes. */
  size: number;
  /** When the file was uploaded. */
  uploadedAt: string;
  /** Whether opening the file may run or fetch something, such as a script, a program or an embedded file. Null if this cannot be determined because parts of the file are compressed or encrypted. */
  activeContent: boolean | null;
  /** The SHA-256 of the file in hex, computed when it was uploaded. Null for files of before it was recorded. */
  sha256: string | null;
}

/** A module of an applicant: what was answered, and what the check found. */
export interface ReportedModule {
  moduleId: ModuleId;
  /** The heading of the module. */
  title: string;
  /** The answers, in the order of the form. */
  answers: ReportedAnswer[];
  /** The outcome. Null for a module that the applicant no longer has. */
  result: ReportedResult | null;
  /** The files, oldest first. */
  files: ReportedFile[];
}

/** A reason, as a code and in words. */
export interface ReportedReason {
  /** The code, as the applicant has it. */
  code: string;
  /** Its meaning in a sentence. */
  meaning: string;
}

/** The outcome of a module, with its reasons in words. */
export interface ReportedResult {
  /** The current outcome of the module. */
  status: "pending" | "passed" | "failed" | "review" | "unavailable";
  /** The reasons. Empty if there are none. */
  reasons: ReportedReason[];
  /** The amount charged for the module, in kobo. */
  chargeKobo: number;
  /** When the module received its verdict. Null until then. */
  completedAt: string | null;
  /** The reference of the check, for `GET /v1/verifications/{reference}` (`ver_`, or `addr_` for a visit). Missing until there is a verdict, unless a visit is pending. Always missing for modules that ask no source. */
  verificationReference?: string;
  /** The people that the module checked, one by one, once it has a verdict. */
  people?: {
    /** The full name that was checked. */
    fullName: string;
    /** The reasons. Empty if there are none. */
    reasons: ReportedReason[];
  }[];
  /** What the source answered: one item for each question. */
  evidence: Evidence[];
}

/** An embed session with the modules that the applicant can answer. */
export interface ResumedEmbedSession {
  /** The id of the session (`wses_`). */
  sessionId: string;
  /** The id of the widget that the session belongs to (`wgt_`). */
  widgetId: string;
  /** Whether the session is still being filled in (`in_progress`) or has been submitted (`submitted`). */
  status: "in_progress" | "submitted";
  /** The module that the applicant is at. Null once the session is submitted. */
  currentModuleId: ModuleId | null;
  /** The answers, keyed by module and then by field. */
  answers: Partial<Record<ModuleId, Record<string, Answer>>>;
  /** The files uploaded so far, keyed by module. */
  attachments: Partial<Record<ModuleId, Attachment[]>>;
  /** The reference of the submission (`ref_`). Null until the session is submitted. */
  referenceId: string | null;
  /** The modules that can be answered, in order. Empty once the session is submitted. */
  openModules: ModuleId[];
  /** What a reviewer asked the applicant to answer again. Null if nobody asked, and once the applicant has resubmitted. */
  resubmission: {
    /** The modules to answer again. */
    modules: ModuleId[];
    /** The reviewer's message to the applicant. Null if there is none. */
    message: string | null;
  } | null;
}

/** The risk tier, by the number of points below 100: up to 39 is `LOW`, up to 69 `MEDIUM`, up to 84 `HIGH`, and more is `CRITICAL`. */
export type RiskTier = "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";

/** The new signing secret of a registration. */
export interface RotatedSigningSecret {
  /** The id of the registration (`whk_`). */
  id: string;
  /** The secret to verify deliveries with (`whsec_`). Shown in full only in this response. */
  signingSecret: string;
  /** When the new secret took effect. */
  rotatedAt: string;
}

/** A field value that makes the simulated sources of the sandbox return a particular outcome. */
export interface SandboxScenario {
  /** The name of the field that triggers the scenario. */
  field: string;
  /** Where to send the field. */
  where: string;
  /** Whether the field must equal the value, or only start with it. */
  match: "prefix" | "exact";
  /** The value that triggers the scenario. It is case-sensitive. */
  value: string;
  /** The outcome as a code. */
  outcome: string;
  /** The outcome in a sentence. */
  description: string;
  /** What the value affects: the `applicant` as a whole, a `person`, a module (by id), an endpoint (by name), or `monitoring`. */
  checks: ("applicant" | "person" | "cac_verification" | "tin_verification" | "utility_bill_verification" | "address_verification" | "cac_status_report" | "memart_verification" | "tax_clearance_verification" | "scuml_verification" | "add-company" | "verify-tin" | "verify-jtb-tin" | "verify-cac" | "verify-utility-bill" | "verify-meter" | "submit-address" | "monitoring")[];
}

/** The card that automatic top-ups charge. Details that the payment provider did not report are null. */
export interface SavedCard {
  environment: Environment;
  /** The brand of the card in lower case, such as `visa`. */
  brand: string | null;
  /** The last four digits of the card number. */
  lastFour: string | null;
  /** The month in which the card expires, from 1 to 12. */
  expiryMonth: number | null;
  /** The year in which the card expires. */
  expiryYear: number | null;
  /** When the card was saved. */
  savedAt: string;
}

/** The score history of a vendor. */
export interface ScoreHistory {
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The changes, oldest first. */
  points: ScoreHistoryPoint[];
}

/** A change in a vendor's score. */
export interface ScoreHistoryPoint {
  /** The id of the event that changed the score, or whose voiding changed it (`evt_`). */
  eventId: string;
  /** When the score changed. */
  timestamp: string;
  /** The score before the change, which is the `scoreAfter` of the previous point. Null for the first point. */
  scoreBefore: number | null;
  /** The score after the change, from 0 to 100, with at most two decimal places. */
  scoreAfter: number;
}

/** An entry of a screening list. */
export interface ScreeningEntry {
  /** The id of the entry, as given by the source. */
  entity: string;
  /** Why the entry is listed: sanctions, a politically exposed person, or adverse media. */
  topic: "sanctions" | "pep" | "adverse_media";
  /** The name of the list, as given by the source. */
  list: string;
  /** The name on the list. */
  name: string;
  /** How well the names match, from 0 to 1, where 1 is certain. */
  score: number;
  /** The URL of the entry on the list. Null if the source states none. */
  url: string | null;
  /** When the entry was listed. Null if the source does not say. */
  listedAt: string | null;
  /** An address in the entry. Null if the source states none. */
  address: string | null;
  /** A country in the entry. Null if the source states none. */
  country: string | null;
  /** The date of birth in the entry. Null if the source states none. */
  birthDate: string | null;
  /** The clearance by a reviewer who found the entry to be somebody else. Null if there is none, or if the source has changed the entry since. */
  cleared: {
    /** The id of the clearance (`clr_`). */
    clearanceId: string;
    /** Who cleared the entry: the account (`usr_`), or its API key (`key_`). */
    by: string;
    /** When the entry was cleared. */
    at: string;
    /** The reason that the reviewer gave. */
    reason: string;
    /** When the clearance was withdrawn. Null if it was not withdrawn. */
    withdrawnAt: string | null;
  } | null;
}

/** Which deployment of the service responds. */
export interface ServiceStatus {
  /** The version of the API. */
  version: string;
  /** The stage that responds, such as `prod`. */
  stage: string;
  /** The AWS Region that responds, such as `af-south-1`. */
  region: string;
}

/** The service type, which decides which events a registration receives. */
export type ServiceType = "kyc_widget" | "verification" | "trust_monitor" | "disputes";

/** A shareholder, as published by the registry. */
export interface Shareholder {
  /** The name of the shareholder. */
  name: string;
  /** The type of shares. Null if unknown. */
  shareType: string | null;
  /** The number of shares. Null if unknown. */
  numberOfShares: number | null;
  /** The percentage of all shares, from 0 to 100. Null if unknown. */
  percentage: number | null;
}

/** A top-up that has not been paid yet. */
export interface StartedTopUp {
  /** The id of the top-up (`top_`). */
  reference: string;
  /** The URL of the checkout page. Send the payer there. */
  authorizationUrl: string;
  status: TopUpStatus;
}

/** The totals of a wallet in a month, with the balance before and after it. */
export interface Statement {
  environment: Environment;
  /** The month, as `YYYY-MM`. */
  month: string;
  /** The first moment of the month in Africa/Lagos. */
  from: string;
  /** The last moment of the month in Africa/Lagos. */
  to: string;
  /** Whether the month has ended. Until it has, the figures can still change. */
  isComplete: boolean;
  /** The balance before the month, in kobo. */
  openingBalanceKobo: number;
  /** The total of all credits, in kobo. */
  creditKobo: number;
  /** The total of all debits, in kobo. */
  debitKobo: number;
  /** The balance at the end of the month, in kobo. While the month has not ended, the current balance. */
  closingBalanceKobo: number;
  /** The totals by type and action, credits first. */
  lines: StatementLine[];
}

/** The total of all transactions of one type and action. */
export interface StatementLine {
  /** Whether money was added (`credit`) or taken (`debit`). */
  type: "credit" | "debit";
  /** The key of the action that was charged or refunded, as in the pricing rates. Null for top-ups and for changes in test money. */
  actionKey: string | null;
  /** The number of transactions. */
  count: number;
  /** The total of the transactions, in kobo. Never negative. */
  amountKobo: number;
}

/** What you already know about the business. */
export interface Subject {
  /** The name of the business. */
  businessName?: string;
  /** The CAC registration number, such as `RC1234567`. */
  registrationNumber?: string;
  /** The tax identification number (TIN). */
  tin?: string;
  /** The email address of the business. */
  email?: string;
  /** The phone number of the business. */
  phone?: string;
  /** The country in which the business is registered. */
  jurisdiction?: string;
  /** The industry of the business. */
  industry?: string;
}

/** One change of an applicant's status. */
export interface TimelineEntry {
  status: ApplicantStatus;
  /** When the status began. */
  at: string;
  /** Who caused the change: the account, the applicant, the service itself, or a reviewer of the account. */
  by: "account" | "applicant" | "service" | "reviewer";
  /** The credential of the reviewer: the account of a session (`usr_`) or an API key (`key_`). Only if `by` is `reviewer`. */
  reviewedBy?: string;
  /** The reviewer's reason. */
  reason?: string;
  /** The modules that were opened again. Only for `resubmission_requested`. */
  modules?: ModuleId[];
  /** The event of the decision that this one overturned (`sev_`). Missing for every other change, null where that event is not known. */
  overturns?: string | null;
}

/** A payment into a wallet. */
export interface TopUp {
  /** The id of the top-up (`top_`). */
  reference: string;
  /** The URL of the checkout page. Null for an automatic top-up, which needs no payer. */
  authorizationUrl: string | null;
  status: TopUpStatus;
  environment: Environment;
  /** The amount in kobo. */
  amountKobo: number;
  /** When the top-up was started. */
  createdAt: string;
  /** When the wallet was credited. Null until then. */
  completedAt: string | null;
}

/** The status of the top-up. It is `pending` until the outcome of the payment is known, and then `success` or `failed`. A failed top-up may still succeed. `mismatched` means that a different amount or currency was paid and that we are looking into it. The top-up then becomes `success`, credited with the amount paid, or `refunded`. */
export type TopUpStatus = "pending" | "success" | "failed" | "mismatched" | "refunded";

/** An entry in the ledger of a wallet. */
export interface Transaction {
  /** The id of the transaction (`txn_`). */
  id: string;
  /** Whether money was added to the wallet (`credit`) or taken from it (`debit`). */
  type: "credit" | "debit";
  /** The amount, in kobo. Never negative. */
  amountKobo: number;
  /** The balance after the transaction, in kobo. */
  balanceAfterKobo: number;
  /** The key of the action that was charged or refunded, as in the pricing rates. Null for top-ups and for changes in test money. */
  actionKey: string | null;
  /** A description of the transaction. */
  description: string;
  /** The id of what the transaction belongs to, such as an applicant or a top-up. */
  reference: string | null;
  environment: Environment;
  /** When the transaction was made. */
  createdAt: string;
}

/** A business that is monitored. */
export interface Vendor {
  /** The id of the vendor (`cmp_`), which is the id of its company. */
  vendorId: string;
  /** The name of the business in the registry. */
  vendorName: string;
  /** The registration number of the business, with its prefix. */
  rcNumber: string;
  riskTier: RiskTier;
  claimStatus: ClaimStatus;
  /** The trust score, from 0 to 100, with at most two decimal places. It starts at 80. */
  score: number;
  /** The score before the last change. Null before the first change. */
  previousScore: number | null;
  /** When the score last changed, or when monitoring began. Null if the vendor was never watched. */
  scoreUpdatedAt: string | null;
  /** Whether you have ever had an alert about the vendor. */
  hasAlerts: boolean;
  /** The number of alerts about the vendor that you have not marked as read. */
  unreadAlerts: number;
  /** When the latest monitoring event was recorded. Null if there is none. */
  lastEventAt: string | null;
  /** Your label for the vendor. Null if there is none. */
  label: string | null;
  /** The status of the watch. A watch is `paused` when the monthly fee could not be debited for three days. Checks and alerts then stop until a later debit succeeds. Null for a company of yours that you do not watch. */
  status: "active" | "paused" | null;
  /** Whether the registry lists the business as active. */
  active: boolean;
  /** The start of the current period in which you have watched the vendor without a pause. Null if you do not watch it. */
  monitoringSince: string | null;
  /** When the paid period ends. Null if you do not watch the vendor. */
  paidUntil: string | null;
  /** When you started to watch the vendor. If you do not watch it, when its record was created. */
  createdAt: string;
  /** When any field other than the alert fields last changed. */
  updatedAt: string;
}

/** A check made for the account. */
export interface Verification {
  /** The reference of the check: `doc_` for a document, `addr_` for a visit to an address, or `ver_` for any other check. */
  verificationReference: string;
  /** The type of check. */
  type: "cac" | "tin" | "bank_account" | "address" | "utility_bill" | "directors_kyc" | "ubo_verification" | "shareholders_kyc" | "aml_screening" | "sanctions_screening" | "pep_screening" | "adverse_media_screening" | "cac_status_report" | "memart_verification" | "tax_clearance_verification" | "scuml_verification" | "social_media_verification";
  /** The id of the company that was checked (`cmp_`). Null if no company was checked. */
  companyId: string | null;
  /** The id of the applicant that was checked (`app_`). Null if no applicant was checked. */
  applicantId: string | null;
  /** The id of the module that makes this check. */
  moduleId: string;
  /** The number that was checked. Null if the check has none. */
  number: string | null;
  /** The outcome of the check. A visit is `pending` until it has ended. */
  status: "pending" | "passed" | "failed" | "review" | "unavailable";
  /** The reason codes. */
  reasonCodes: string[];
  /** What the source answered: one entry for each question it was asked. */
  evidence: Evidence[];
  /** The amount charged for the check, in kobo. */
  chargeKobo: number;
  /** When the charge was refunded. Null if it was not refunded. */
  refundedAt: string | null;
  /** The environment of the check. */
  environment: "sandbox" | "live";
  /** When the check was requested. */
  createdAt: string;
  /** When the check ended. Null until then. */
  completedAt: string | null;
}

/** A verification of an address has ended. */
export interface VerificationAddressCompletedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "verification.address.completed";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  data: VerificationResult;
}

/** A check of a bank account has ended. */
export interface VerificationBankAccountCompletedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "verification.bank_account.completed";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  data: VerificationResult;
}

/** A registry (CAC) check has ended. */
export interface VerificationCacCompletedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "verification.cac.completed";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  data: VerificationResult;
}

/** The result of a check. */
export interface VerificationResult {
  /** The reference of the check, for `GET /v1/verifications/{reference}`: the id of a document (`doc_`), the `reference_id` of a visit (`addr_`), or the id of any other check (`ver_`). Null for a module of an applicant that could not be checked. */
  verificationReference: string | null;
  /** The id of the company that was checked (`cmp_`). Null for a module of an applicant. */
  companyId: string | null;
  /** The id of the applicant (`app_`). Null for a direct check. */
  applicantId: string | null;
  /** The id of the widget that the applicant belongs to (`wgt_`). Null for a direct check. */
  widgetId: string | null;
  /** Your own id for the applicant. Null if there is none. */
  referenceId: string | null;
  /** The reference of the submission (`ref_`). Null for a direct check. */
  submissionReference: string | null;
  /** The id of the module that makes this check. */
  moduleId: string;
  environment: Environment;
  /** The result of the check. It is also `failed` if the record does not clearly match what was stated; `reasonCodes` say why. */
  status: "passed" | "failed" | "unavailable";
  /** The reason codes. */
  reasonCodes: string[];
  /** When the check ended. */
  completedAt: string;
}

/** A check of a tax identification number has ended. */
export interface VerificationTinCompletedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "verification.tin.completed";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  data: VerificationResult;
}

/** A check of an electricity meter has ended. */
export interface VerificationUtilityBillCompletedEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "verification.utility_bill.completed";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  data: VerificationResult;
}

/** The money of an account in one environment. */
export interface Wallet {
  environment: Environment;
  /** The balance, in kobo. */
  balanceKobo: number;
  /** The balance, in naira. */
  balance: number;
  /** The currency. Always naira. */
  currency: "NGN";
  /** The balance, in kobo, below which the account is emailed. 0 if the emails are off. */
  lowBalanceThresholdKobo: number;
  autoTopUp: AutoTopUp;
  /** When the wallet last changed. */
  updatedAt: string;
}

/** A warning about a value that was accepted but will not work. */
export interface Warning {
  /** The path of the field in the body, with dots. */
  path: string;
  /** What will not work, for people. */
  message: string;
}

/** A request to your endpoint. */
export interface WebhookAttempt {
  /** The number of the attempt, starting at 1. Numbering continues when the delivery is resent. */
  number: number;
  /** What triggered the attempt: the event itself (`scheduled`), or your `resend`, `recovery` or `test`. */
  trigger: "scheduled" | "resend" | "recovery" | "test";
  /** When the request was sent. */
  startedAt: string;
  /** How long the request took, in milliseconds. */
  durationMs: number;
  /** The HTTP status code of the response. Null if there was no response. */
  statusCode: number | null;
  /** Up to 8 KB of the response body. Null if there was no response. */
  responseExcerpt: string | null;
  /** Why there was no response. Null if there was one. */
  errorClass: "timeout" | "dns" | "endpoint_not_allowed" | "refused" | "unreachable" | "reset" | "tls" | "protocol" | "other" | null;
}

/** An event that is sent to a registration. */
export interface WebhookDelivery {
  /** The id of the delivery (`whd_`). The body has the same `id`. */
  id: string;
  /** The id of the registration that the delivery is sent to (`whk_`). */
  webhookId: string;
  environment: Environment;
  /** The id of the event (`sev_`), as in the event feed. `webhook.test` does not appear in the feed. */
  eventId: string;
  /** The type of event. */
  event: string;
  /** The status of the delivery. `pending`, `delivering` and `retrying` deliveries are open. `delivered`, `failed` and `skipped` ones have ended. */
  status: "pending" | "delivering" | "retrying" | "delivered" | "failed" | "skipped";
  /** The number of attempts made so far. */
  attemptCount: number;
  /** When the delivery was created. */
  createdAt: string;
  /** When the delivery ended. Null while it is open. */
  endedAt: string | null;
  /** Why the delivery ended. Null while it is open. */
  endReason: "delivered" | "attempts_exhausted" | "gone" | "registration_deleted" | "registration_inactive" | "abandoned" | null;
}

/** A delivery with its attempts. */
export interface WebhookDeliveryDetail {
  /** The id of the delivery (`whd_`). The body has the same `id`. */
  id: string;
  /** The id of the registration that the delivery is sent to (`whk_`). */
  webhookId: string;
  environment: Environment;
  /** The id of the event (`sev_`), as in the event feed. `webhook.test` does not appear in the feed. */
  eventId: string;
  /** The type of event. */
  event: string;
  /** The status of the delivery. `pending`, `delivering` and `retrying` deliveries are open. `delivered`, `failed` and `skipped` ones have ended. */
  status: "pending" | "delivering" | "retrying" | "delivered" | "failed" | "skipped";
  /** The number of attempts made so far. */
  attemptCount: number;
  /** When the delivery was created. */
  createdAt: string;
  /** When the delivery ended. Null while it is open. */
  endedAt: string | null;
  /** Why the delivery ended. Null while it is open. */
  endReason: "delivered" | "attempts_exhausted" | "gone" | "registration_deleted" | "registration_inactive" | "abandoned" | null;
  /** The earliest time of the next attempt of a `retrying` delivery. Null otherwise. */
  nextAttemptAt: string | null;
  /** The exact body that every attempt sends, as a string of JSON. */
  body: string;
  /** The latest 50 attempts, oldest first. */
  attempts: WebhookAttempt[];
}

/** An event, as in webhooks and in the event feed. `event` says which `data` it has. */
export type WebhookEvent = KybApplicantCreatedEvent | KybApplicantSubmittedEvent | KybApplicantDecisionEvent | KybApplicantResubmissionRequestedEvent | KybApplicantExpiredEvent | VerificationCacCompletedEvent | VerificationTinCompletedEvent | VerificationBankAccountCompletedEvent | VerificationAddressCompletedEvent | VerificationUtilityBillCompletedEvent | MonitoringAlertCreatedEvent | MonitoringScoreChangedEvent | MonitoringMediaMentionDetectedEvent | DisputeCreatedEvent | DisputeUnderReviewEvent | DisputeUpheldEvent | DisputeRejectedEvent | WebhookTestEvent;

/** An endpoint of yours, registered to receive events. */
export interface WebhookRegistration {
  /** The id of the registration (`whk_`). */
  id: string;
  /** The id of the app whose events it receives: a widget (`wgt_`). */
  appId: string;
  environment: Environment;
  serviceType: ServiceType;
  /** The URL that events are sent to. */
  endpoint: string;
  /** Whether events are sent to the endpoint. */
  isActive: boolean;
  /** When the registration was created. */
  createdAt: string;
  /** The signing secret, masked except for its last four characters. */
  signingSecretMasked: string;
}

/** A registration, with the time and reason if we deactivated it. */
export interface WebhookRegistrationDetail {
  /** The id of the registration (`whk_`). */
  id: string;
  /** The id of the app whose events it receives: a widget (`wgt_`). */
  appId: string;
  environment: Environment;
  serviceType: ServiceType;
  /** The URL that events are sent to. */
  endpoint: string;
  /** Whether events are sent to the endpoint. */
  isActive: boolean;
  /** When the registration was created. */
  createdAt: string;
  /** The signing secret, masked except for its last four characters. */
  signingSecretMasked: string;
  /** When we deactivated the registration. Null while it is active, and if you deactivated it yourself. */
  deactivatedAt: string | null;
  /** Why we deactivated the registration. `gone` means that the endpoint responded with a 410 to all five attempts of a delivery. `failing` means that nothing was delivered for five days. Null otherwise. */
  deactivatedReason: "gone" | "failing" | null;
}

/** You sent a test event to a registration. */
export interface WebhookTestEvent {
  /** The id of the delivery (`whd_`), the same in every attempt. In the event feed, the id of the event (`sev_`). */
  id: string;
  /** The event type. */
  event: "webhook.test";
  /** Only in the event feed: the environment of the event. */
  environment?: Environment;
  /** When the event happened. */
  createdAt: string;
  /** Details of the event. */
  data: {
    /** The id of the registration that the test event was sent to (`whk_`). */
    webhookId: string;
    environment: Environment;
  };
}

/** An onboarding form that applicants fill in. */
export interface Widget {
  /** The id of the widget (`wgt_`). */
  id: string;
  /** The name of the widget, for your own use. */
  name: string;
  status: WidgetStatus;
  environment: Environment;
  /** The template that the widget was created from. */
  templateId: string;
  config: WidgetConfig;
  /** The token that authorises embed requests (`elt_`). It is not secret. */
  embedLinkToken: string;
  /** The secret to sign embed requests with, if the widget requires signed requests (`whsec_`). Keep it on your own server. */
  embedSigningSecret: string;
  /** When the widget was created. */
  createdAt: string;
  /** When the widget last changed. */
  updatedAt: string;
}

/** The appearance and texts of the widget. */
export interface WidgetBranding {
  /** The brand name shown to applicants. */
  brandName: string;
  /** The URL of the logo, which may be a `data:image/` URL. Empty for no logo. */
  logoUrl?: string;
  /** The id of the logo in your own image store. We store it and return it unchanged. */
  logoPublicId?: string;
  /** The colour of buttons and links, such as `#1a2b3c`. */
  accentColor: string;
  /** The shape of corners. */
  cornerRadius: "sharp" | "soft" | "round";
  /** The heading of the welcome page. */
  welcomeTitle: string;
  /** The text of the welcome page. */
  welcomeMessage: string;
  /** The heading of the completion page. */
  completionTitle: string;
  /** The text of the completion page. */
  completionMessage: string;
  /** The email address that applicants can write to for help. Empty for none. */
  supportEmail?: string;
  /** The URL of your privacy notice, shown before submission. */
  privacyNoticeUrl?: string;
  /** The URL of your terms, which applicants agree to before submission. */
  termsUrl?: string;
  /** The consent that applicants give before submission, in your own words. */
  consentText?: string;
  /** The version of the terms that applicants agree to. A session can be submitted only if the answers of one module contain this version as `consentVersion`. If left out, no agreement is recorded. */
  consentVersion?: string;
}

/** The complete configuration of a widget, with all six sections. */
export interface WidgetConfig {
  branding: WidgetBranding;
  /** The settings of the modules, keyed by module id. */
  modules: Partial<Record<ModuleId, WidgetModule>>;
  flow: WidgetFlow;
  security: WidgetSecurity;
  risk: WidgetRisk;
  notifications: WidgetNotifications;
}

/** Any of the six sections of the configuration. Each section you send replaces the current one as a whole. The others stay the same. */
export interface WidgetConfigChange {
  branding?: WidgetBranding;
  /** The settings of the modules, keyed by module id. */
  modules?: Partial<Record<ModuleId, WidgetModule>>;
  flow?: WidgetFlow;
  security?: WidgetSecurity;
  risk?: WidgetRisk;
  notifications?: WidgetNotifications;
}

/** How applicants move through a session. */
export interface WidgetFlow {
  /** The order of the modules. Enabled modules that you leave out are added at the end. */
  order: ModuleId[];
  /** Whether a resumed session shows the answers saved before. */
  enableSavedProgress: boolean;
  /** Whether applicants can resume a session. */
  enableResume: boolean;
  /** The number of minutes without activity after which a session expires. */
  sessionTimeoutMinutes: number;
  /** The URL to redirect to after submission. Empty to stay on the page. */
  successRedirectUrl?: string;
  /** The URL to redirect to if the session cannot continue. Empty to stay on the page. */
  failureRedirectUrl?: string;
  /** The URL to redirect to if the applicant abandons the session. Empty to stay on the page. */
  abandonRedirectUrl?: string;
}

/** The settings of a module. */
export interface WidgetModule {
  /** Whether the module is part of the widget. */
  enabled: boolean;
  /** Whether the module must be answered before the session can be submitted. */
  required: boolean;
}

/** Who is notified of submissions and decisions, and how. */
export interface WidgetNotifications {
  /** Whether applicants are emailed when they are approved, rejected or asked to resubmit. */
  notifyApplicantEmail: boolean;
  /** Whether applicants are sent a text message when they are approved, rejected or asked to resubmit. Works only in `live`, and only on stages that send text messages. */
  notifyApplicantSms: boolean;
  /** The email addresses to notify of submissions and decisions, separated by commas. */
  notifyAdminEmail?: string;
  /** The decisions to send as webhooks: `applicant.approved`, `applicant.rejected`, `applicant.requires_review`. If you name none of them, all are sent. */
  webhookEvents: string[];
}

/** The URL of a widget's preview. */
export interface WidgetPreview {
  /** The URL of the preview. */
  url: string;
  /** When the URL expires. */
  expiresAt: string;
}

/** How applicants are decided on. */
export interface WidgetRisk {
  /** The risk tier, which scales the risk score by 0.8, 1 or 1.25. */
  tier: "low" | "standard" | "enhanced";
  /** The highest risk score that is approved automatically. */
  autoApproveThreshold: number;
  /** The lowest risk score that is rejected automatically. */
  autoRejectThreshold: number;
  /** Whether a match with a politically exposed person (PEP) leads to a review. */
  reviewOnPepMatch: boolean;
  /** Whether adverse media leads to a review. */
  reviewOnAdverseMedia: boolean;
  /** Whether a sanctions match leads to a review. */
  reviewOnSanctionsMatch: boolean;
}

/** Who can open the widget, and from where. */
export interface WidgetSecurity {
  /** The hosts that may embed the widget: exact hosts, or `*.host` for all subdomains of a host. Empty to allow every host. */
  allowedDomains: string[];
  /** The countries that applicants may connect from (ISO 3166-1 alpha-2). Checked only if the country is known. Empty to allow every country. */
  allowedCountries: string[];
  /** Whether only the IP addresses in `ipAllowlist` are allowed. */
  enableIpAllowlist: boolean;
  /** The allowed IP addresses and CIDR blocks, IPv4 or IPv6. If the list is empty, no address is allowed. */
  ipAllowlist: string[];
  /** Whether every embed request that changes something must have a valid `X-Widget-Signature` header. */
  requireSignedRequests: boolean;
}

/** The status of the widget. Applicants can open a widget through its embed link only while it is `live`. */
export type WidgetStatus = "draft" | "live" | "paused";

/** A complete configuration that you can send unchanged to "Create a widget". */
export interface WidgetTemplate {
  /** The id to send as `templateId` when you create a widget from the template. */
  id: string;
  /** The name of the template. */
  name: string;
  /** Who the template is for, and what it asks for. */
  description: string;
  config: WidgetConfig;
}

/** Sign up: its body. */
export interface SignUpBody {
  /** The email address to log in with. The verification code is sent to it. */
  email: string;
  /** The password. At least 8 characters, and not a common password. */
  password: string;
  /** The first name of the account holder. */
  firstName?: string | null;
  /** The last name of the account holder. */
  lastName?: string | null;
  /** The name of the company. */
  companyName?: string | null;
  /** The phone number of the account holder. */
  phone?: string | null;
}

/** Sign up: its response. */
export interface SignUpResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
  data: NewAccount;
}

/** Verify an email address: its body. */
export interface VerifyEmailBody {
  /** The account id returned by the sign-up. */
  userId?: string;
  /** The email address of the sign-up, as an alternative to `userId`. */
  email?: string;
  /** The six-digit code from the email. */
  code: string;
}

/** Verify an email address: its response. */
export interface VerifyEmailResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
  data: AccountReference;
}

/** Email a new verification code: its body. */
export interface ResendVerificationBody {
  /** The email address with the pending sign-up. */
  email: string;
}

/** Email a new verification code: its response. */
export interface ResendVerificationResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Log in: its body. */
export interface LogInBody {
  /** The email address of the account. */
  email: string;
  /** The password of the account. */
  password: string;
}

/** Log in: its response. */
export interface LogInResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
  data: AccountReference;
}

/** Email a login code: its body. */
export interface RequestLoginCodeBody {
  /** The email address of the account. */
  email: string;
}

/** Email a login code: its response. */
export interface RequestLoginCodeResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Log in with an emailed code: its body. */
export interface LogInWithCodeBody {
  /** The email address that the code was sent to. */
  email: string;
  /** The six-digit code from the email. */
  code: string;
}

/** Log in with an emailed code: its response. */
export interface LogInWithCodeResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
  data: AccountReference;
}

/** Sign in with Google: its body. */
export interface SignInWithGoogleBody {
  /** The ID token from Google, a JWT. */
  idToken: string;
  /** The emailed login code. Send it if the previous response set no cookies. */
  code?: string;
}

/** Sign in with Google: its response. */
export interface SignInWithGoogleResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
  data: AccountReference;
}

/** Request a password reset: its body. */
export interface ForgotPasswordBody {
  /** The email address of the account. */
  email: string;
}

/** Request a password reset: its response. */
export interface ForgotPasswordResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Set a new password: its body. */
export interface ResetPasswordBody {
  /** The token from the emailed link. */
  token: string;
  /** The password. At least 8 characters, and not a common password. */
  password: string;
}

/** Set a new password: its response. */
export interface ResetPasswordResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Refresh the tokens of a session: its body. */
export interface RefreshTokensBody {
  /** The refresh token. Required if it is not sent as a cookie. */
  refreshToken?: string;
}

/** Refresh the tokens of a session: its response. */
export interface RefreshTokensResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Log out: its body. */
export interface LogOutBody {
  /** The refresh token, if it is not sent as a cookie. */
  refreshToken?: string;
}

/** Log out: its response. */
export interface LogOutResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Read the signed-in account: its response. */
export interface ReadMeResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Account;
}

/** List API keys: its query. */
export interface ListApiKeysQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List API keys: its response. */
export interface ListApiKeysResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The active pairs of API keys, newest first. */
  data: ApiKey[];
  pagination?: Pagination;
}

/** Rotate API keys: its body. */
export interface RotateApiKeysBody {
  environment: Environment;
  /** The number of hours for which the previous pair keeps working. */
  expiresInHours?: number;
}

/** Rotate API keys: its response. */
export interface RotateApiKeysResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: CreatedApiKey;
}

/** Read a widget by its embed token: its response. */
export interface ReadEmbedWidgetResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: EmbedWidget;
}

/** Open an embed session: its body. */
export interface OpenEmbedSessionBody {
  /** The embed link token of the widget (`elt_`). */
  token: string;
  /** The id of the applicant whose session to resume (`app_`). */
  applicantId?: string;
  /** Your proof that you issued this applicant's link: `t=…,v1=…` over `APPLICANT <applicantId>`, signed with the widget's `embedSigningSecret`. The signature is valid for 30 days. With it, the response includes the `subject` you stated. */
  applicantSignature?: string;
  /** Your own id for the applicant. */
  referenceId?: string;
  subject?: Subject;
}

/** Open an embed session: its response. */
export interface OpenEmbedSessionResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: OpenedEmbedSession;
}

/** Read an embed session: its query. */
export interface ReadEmbedSessionQuery {
  /** The embed link token of the widget (`elt_`). */
  token: string;
}

/** Read an embed session: its response. */
export interface ReadEmbedSessionResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ResumedEmbedSession;
}

/** Save session answers: its body. */
export interface SaveSessionAnswersBody {
  /** The embed link token of the widget (`elt_`). */
  token: string;
  /** The module that the answers belong to. */
  moduleId: string;
  /** The answers, keyed by the field names that "Read a widget by its embed token" returns. Null removes an answer. */
  answers: Record<string, GivenAnswer | null>;
}

/** Save session answers: its response. */
export interface SaveSessionAnswersResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: EmbedSession;
}

/** Attach a file to a session: its body. */
export interface AttachFileBody {
  /** The embed link token of the widget (`elt_`). */
  token: string;
  /** The module that the file belongs to. */
  moduleId: string;
  /** The file: PDF, JPEG, PNG by content, at most 4000000 bytes. */
  file: Upload;
}

/** Attach a file to a session: its response. */
export interface AttachFileResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: EmbedSession;
}

/** Remove a file from a session: its query. */
export interface RemoveAttachmentQuery {
  /** The embed link token of the widget (`elt_`). */
  token: string;
}

/** Remove a file from a session: its response. */
export interface RemoveAttachmentResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: EmbedSession;
}

/** Submit a session: its body. */
export interface SubmitSessionBody {
  /** The embed link token of the widget (`elt_`). */
  token: string;
}

/** Submit a session: its response. */
export interface SubmitSessionResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: EmbedSession;
}

/** Abandon a session: its body. */
export interface AbandonSessionBody {
  /** The embed link token of the widget (`elt_`). */
  token: string;
}

/** Abandon a session: its response. */
export interface AbandonSessionResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: EmbedSession;
}

/** Create a widget: its body. */
export interface CreateWidgetBody {
  /** The name of the widget, for your own use. */
  name: string;
  /** The template that the widget was created from. */
  templateId?: string;
  /** The environment of the widget. A session creates widgets in `sandbox` by default. An API key creates them in its own environment. */
  environment?: Environment;
  config: WidgetConfig;
}

/** Create a widget: its response. */
export interface CreateWidgetResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Widget;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Read a widget: its response. */
export interface ReadWidgetResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Widget;
}

/** List widgets: its query. */
export interface ListWidgetsQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List widgets: its response. */
export interface ListWidgetsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The widgets on this page, newest first. */
  data: Widget[];
  pagination: Pagination;
}

/** Set the status of a widget: its body. */
export interface SetWidgetStatusBody {
  status: WidgetStatus;
}

/** Set the status of a widget: its response. */
export interface SetWidgetStatusResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Widget;
}

/** Update a widget: its body. */
export interface UpdateWidgetBody {
  /** The name of the widget, for your own use. */
  name?: string;
  /** The template that the widget was created from. */
  templateId?: string;
  config?: WidgetConfigChange;
}

/** Update a widget: its response. */
export interface UpdateWidgetResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Widget;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Rotate an embed link token: its response. */
export interface RotateEmbedTokenResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Widget;
}

/** Delete a widget: its response. */
export interface DeleteWidgetResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Preview a widget: its response. */
export interface PreviewWidgetResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: WidgetPreview;
}

/** List widget templates: its query. */
export interface ListTemplatesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List widget templates: its response. */
export interface ListTemplatesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The templates, the general one first. */
  data: WidgetTemplate[];
  pagination?: Pagination;
}

/** Create an applicant: its body. */
export interface CreateApplicantBody {
  /** Your own id for the applicant. */
  referenceId?: string;
  subject?: Subject;
}

/** Create an applicant: its response. */
export interface CreateApplicantResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: CreatedApplicant;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Read an applicant: its response. */
export interface ReadApplicantResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ApplicantDetail;
}

/** Read the report on an applicant: its response. */
export interface ReadApplicantReportResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ApplicantReport;
}

/** Decide on an applicant: its body. */
export interface DecideApplicantBody {
  /** The decision to make. */
  decision: "approve" | "reject" | "request_resubmission";
  /** The reason, shown as the applicant's `decisionReason` and in its timeline. It is not in webhooks or emails. */
  reason: string;
  /** The message to show to the applicant, on the page and by email. Only for `request_resubmission`. */
  applicantMessage?: string;
  /** The `updatedAt` of the applicant as the reviewer saw it. If the applicant has changed since (another assessment or a visit has ended), nothing is decided and the response is 409. */
  updatedAt?: string;
  /** The modules to reopen. By default, every enabled module. Only for `request_resubmission`. */
  modules?: string[];
}

/** Decide on an applicant: its response. */
export interface DecideApplicantResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Applicant;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Overturn a decision: its body. */
export interface OverturnDecisionBody {
  /** The decision that is right. */
  decision: "approve" | "reject";
  /** The reason, shown as the applicant's `decisionReason` and in its timeline. It is not in webhooks or emails. */
  reason: string;
  /** The `updatedAt` of the applicant as the reviewer saw it. If the applicant has changed since (another assessment or a visit has ended), nothing is decided and the response is 409. */
  updatedAt?: string;
}

/** Overturn a decision: its response. */
export interface OverturnDecisionResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Applicant;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Reassess an applicant: its response. */
export interface ReassessApplicantResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Applicant;
}

/** Erase an applicant: its response. */
export interface EraseApplicantResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Clear a list entry: its body. */
export interface ClearEntryBody {
  /** The check in which the entry was found (`ver_`). */
  verificationReference: string;
  /** The source's id of the entry. */
  entity?: string;
  /** The list of the entry. With `name`, instead of `entity`. */
  list?: string;
  /** The name on the list. With `list`, instead of `entity`. */
  name?: string;
  /** Why the entry is somebody else. Only your account reads it. */
  reason: string;
}

/** Clear a list entry: its response. */
export interface ClearEntryResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Clearance;
}

/** List cleared list entries: its query. */
export interface ListClearancesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List cleared list entries: its response. */
export interface ListClearancesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The clearances. */
  data: Clearance[];
  pagination?: Pagination;
}

/** Withdraw a clearance: its response. */
export interface WithdrawClearanceResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Create a note: its body. */
export interface CreateNoteBody {
  /** What is written. */
  text: string;
}

/** Create a note: its response. */
export interface CreateNoteResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ApplicantNote;
}

/** List notes: its query. */
export interface ListNotesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List notes: its response. */
export interface ListNotesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The notes of the page, newest first. */
  data: ApplicantNote[];
  pagination: Pagination;
}

/** Update a note: its body. */
export interface UpdateNoteBody {
  /** What is written. */
  text: string;
}

/** Update a note: its response. */
export interface UpdateNoteResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ApplicantNote;
}

/** Delete a note: its response. */
export interface DeleteNoteResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Set the tags of an applicant: its body. */
export interface SetTagsBody {
  /** All tags that the applicant has from now on. Case and surrounding space are ignored, and so is a tag that is sent twice. */
  tags: string[];
}

/** Set the tags of an applicant: its response. */
export interface SetTagsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Applicant;
}

/** List applicants: its query. */
export interface ListApplicantsQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only applicants with this status. */
  status?: ApplicantStatus;
  /** Only applicants with exactly this `referenceId`. */
  referenceId?: string;
  /** Only applicants in this environment. By default, every environment that the credential can access. */
  environment?: Environment;
  /** Only applicants created by you (`account`), or by visitors to a widget (`applicant`). */
  createdBy?: "account" | "applicant";
  /** Only applicants with this tag, whatever its case. */
  tag?: string;
  /** Only applicants whose business name or registration number contains this text, or whose `referenceId` is exactly this text. Names are compared without regard to case and accents. */
  search?: string;
  /** Only entries from this time or day on, inclusive. */
  from?: string;
  /** Only entries up to this time or day, inclusive. */
  to?: string;
}

/** List applicants: its response. */
export interface ListApplicantsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The applicants, newest first. */
  data: Applicant[];
  pagination?: Pagination;
}

/** Export applicants: its body. */
export interface CreateExportBody {
  /** Only applicants of this widget (`wgt_`). */
  widgetId?: string;
  /** Only applicants with this status. */
  status?: ApplicantStatus;
  /** Only applicants with exactly this `referenceId`. */
  referenceId?: string;
  /** Only applicants in this environment. By default, every environment that the credential can access. */
  environment?: Environment;
  /** Only applicants created by you (`account`), or by visitors to a widget (`applicant`). */
  createdBy?: "account" | "applicant";
  /** Only applicants with this tag, whatever its case. */
  tag?: string;
  /** Only applicants whose business name or registration number contains this text, or whose `referenceId` is exactly this text. Names are compared without regard to case and accents. */
  search?: string;
  /** Only entries from this time or day on, inclusive. */
  from?: string;
  /** Only entries up to this time or day, inclusive. */
  to?: string;
}

/** Export applicants: its response. */
export interface CreateExportResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ApplicantExport;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Read an export: its response. */
export interface ReadExportResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ApplicantExport;
}

/** List the applicants of a widget: its query. */
export interface ListWidgetApplicantsQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only applicants with this status. */
  status?: ApplicantStatus;
  /** Only applicants with exactly this `referenceId`. */
  referenceId?: string;
  /** Only applicants in this environment. By default, every environment that the credential can access. */
  environment?: Environment;
  /** Only applicants created by you (`account`), or by visitors to a widget (`applicant`). */
  createdBy?: "account" | "applicant";
  /** Only applicants with this tag, whatever its case. */
  tag?: string;
  /** Only applicants whose business name or registration number contains this text, or whose `referenceId` is exactly this text. Names are compared without regard to case and accents. */
  search?: string;
  /** Only entries from this time or day on, inclusive. */
  from?: string;
  /** Only entries up to this time or day, inclusive. */
  to?: string;
}

/** List the applicants of a widget: its response. */
export interface ListWidgetApplicantsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The applicants, newest first. */
  data: Applicant[];
  pagination?: Pagination;
}

/** Add a company: its body. */
export interface AddCompanyBody {
  /** The registration number of the business, with or without its prefix, such as `RC1234567`, `BN 3456` or `1234567`. */
  rcNumber: string;
  /** The kind of business: 1 business name (BN), 2 company (RC), 3 incorporated trustees (IT), 4 limited partnership (LP), 5 limited liability partnership (LLP). By default, the kind that the prefix of the number stands for, or else 2. */
  classificationId?: 1 | 2 | 3 | 4 | 5;
  /** The name that you know the business by. If the name in the registry differs, the response has a warning. */
  companyName?: string;
}

/** Add a company: its response. */
export interface AddCompanyResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: OneCompany;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Update a company: its body. */
export interface UpdateCompanyBody {
  /** The contact details of the company. */
  contact?: {
    /** The email address of the company. */
    email?: string | null;
    /** The house number and street. */
    address?: string | null;
    /** The city. */
    city?: string | null;
    /** The state. */
    state?: string | null;
    /** The local government area. */
    lga?: string | null;
  };
  /** The website and social media profiles of the company. */
  socials?: {
    /** The website. */
    website?: string | null;
    /** The Facebook page. */
    facebook?: string | null;
    /** The Instagram profile. */
    instagram?: string | null;
    /** The LinkedIn page. */
    linkedin?: string | null;
    /** The X profile. */
    twitter?: string | null;
    /** The TikTok profile. */
    tiktok?: string | null;
  };
  /** What the company does, in your own words. */
  businessDescription?: string | null;
}

/** Update a company: its response. */
export interface UpdateCompanyResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: OneCompany;
}

/** Give up a company: its response. */
export interface GiveUpCompanyResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Read a company: its query. */
export interface ReadCompanyQuery {
  /** The id of the company (`cmp_`). */
  companyId: string;
}

/** Read a company: its response. */
export interface ReadCompanyResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: OneCompany;
}

/** List companies: its query. */
export interface ListCompaniesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only companies whose name or registration number contains this text. Case and accents are ignored. */
  search?: string;
  /** Whether to list only companies that the registry lists as active (`true`) or only the rest (`false`). */
  active?: boolean;
}

/** List companies: its response. */
export interface ListCompaniesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: CompanyPage;
  pagination: Pagination;
}

/** File a dispute: its body. */
export interface FileDisputeBody {
  /** The id of a vendor that you watch or own (`cmp_`). */
  vendorId: string;
  /** The id of the monitoring event to dispute (`evt_`). */
  eventId: string;
  /** What is wrong with the event, in 10 to 5,000 characters. */
  description: string;
  /** The files: PDF, JPEG, PNG by content, at most 4000000 bytes each, and 4000000 bytes together. */
  documents?: Upload[];
}

/** File a dispute: its response. */
export interface FileDisputeResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Dispute;
}

/** Read a dispute: its response. */
export interface ReadDisputeResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Dispute;
}

/** List disputes: its query. */
export interface ListDisputesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only disputes with this status. */
  status?: DisputeStatus;
  /** Only disputes about this vendor (`cmp_`). */
  vendorId?: string;
}

/** List disputes: its response. */
export interface ListDisputesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The disputes on this page, newest first. */
  data: Dispute[];
  pagination: Pagination;
}

/** Add documents to a dispute: its body. */
export interface AddDisputeDocumentsBody {
  /** The files: PDF, JPEG, PNG by content, at most 4000000 bytes each, and 4000000 bytes together. */
  documents: Upload[];
}

/** Add documents to a dispute: its response. */
export interface AddDisputeDocumentsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Dispute;
}

/** Decide on a sandbox dispute: its body. */
export interface DecideSandboxDisputeBody {
  /** The new status of the dispute. */
  status: "under_review" | "upheld" | "rejected";
  /** The reason for the decision. A note sent with `under_review` is not kept. */
  reviewNote?: string;
}

/** Decide on a sandbox dispute: its response. */
export interface DecideSandboxDisputeResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Dispute;
}

/** List alerts: its query. */
export interface ListAlertsQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Whether to list only alerts that are marked as read (`true`) or only unread ones (`false`). */
  read?: boolean;
  /** Only alerts about this vendor (`cmp_`). */
  vendorId?: string;
  /** Only alerts with this severity. */
  severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
}

/** List alerts: its response. */
export interface ListAlertsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The alerts on this page, newest first. */
  data: MonitoringAlert[];
  pagination: Pagination;
}

/** Mark an alert as read: its response. */
export interface MarkAlertReadResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: AlertRead;
}

/** Mark alerts as read: its body. */
export interface MarkAlertsReadBody {
  /** Always true: an alert cannot be marked as unread. */
  read: true;
  /** Only alerts about this vendor (`cmp_`). */
  vendorId?: string;
  /** Only alerts of this severity. */
  severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
}

/** Mark alerts as read: its response. */
export interface MarkAlertsReadResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: AlertsRead;
}

/** Read an alert: its response. */
export interface ReadAlertResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: MonitoringAlert;
}

/** Create an obligation: its body. */
export interface CreateObligationBody {
  /** The id of one of your companies (`cmp_`). */
  companyId: string;
  /** The category of the obligation: one of the categories in the catalogue, or `custom`. */
  category: "cac_annual_returns" | "companies_income_tax" | "vat" | "withholding_tax" | "paye" | "paye_annual_return" | "pension" | "nsitf" | "itf" | "ndpc_audit_return" | "scuml" | "tax_clearance_certificate" | "custom";
  /** The title of the obligation: what must be done. */
  title: string;
  /** Further details. Null or empty for none. */
  description?: string | null;
  /** How often the obligation falls due, which decides what completing it does. `monthly` and `annual` move the due date on by a month or a year. `one_off` deactivates the obligation. `custom` leaves the due date to you. */
  frequency: "monthly" | "annual" | "one_off" | "custom";
  /** The next due date, a day in Africa/Lagos. */
  nextDueDate: string;
  /** The numbers of days before the due date at which to email you a reminder. Reminders are sent in `live` only. An empty list turns them off. */
  notifyLeadDays?: number[];
}

/** Create an obligation: its response. */
export interface CreateObligationResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ComplianceObligation;
}

/** Read an obligation: its response. */
export interface ReadObligationResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ComplianceObligation;
}

/** Update an obligation: its body. */
export interface UpdateObligationBody {
  /** The title of the obligation: what must be done. */
  title?: string;
  /** Further details. Null or empty for none. */
  description?: string | null;
  /** How often the obligation falls due, which decides what completing it does. `monthly` and `annual` move the due date on by a month or a year. `one_off` deactivates the obligation. `custom` leaves the due date to you. */
  frequency?: "monthly" | "annual" | "one_off" | "custom";
  /** The next due date, a day in Africa/Lagos. */
  nextDueDate?: string;
  /** The numbers of days before the due date at which to email you a reminder. Reminders are sent in `live` only. An empty list turns them off. */
  notifyLeadDays?: number[];
  /** Whether the obligation is active. No reminders are sent for an inactive obligation. */
  isActive?: boolean;
}

/** Update an obligation: its response. */
export interface UpdateObligationResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ComplianceObligation;
}

/** Complete an obligation: its body. */
export interface CompleteObligationBody {
  /** When the obligation was completed: a timestamp, or a date, which stands for that day in Africa/Lagos. Must not be in the future. The default is now. */
  completedAt?: string;
}

/** Complete an obligation: its response. */
export interface CompleteObligationResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ComplianceObligation;
}

/** Delete an obligation: its response. */
export interface DeleteObligationResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** List obligations: its query. */
export interface ListObligationsQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only obligations of this company (`cmp_`). The list is empty if the company is not yours. */
  companyId?: string;
  /** Only obligations in this category: one of the categories in the catalogue, or `custom`. */
  category?: "cac_annual_returns" | "companies_income_tax" | "vat" | "withholding_tax" | "paye" | "paye_annual_return" | "pension" | "nsitf" | "itf" | "ndpc_audit_return" | "scuml" | "tax_clearance_certificate" | "custom";
  /** Whether to list only active obligations (`true`) or only inactive ones (`false`). */
  isActive?: boolean;
  /** Only obligations due on or before this day. */
  dueBefore?: string;
}

/** List obligations: its response. */
export interface ListObligationsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The obligations on this page, earliest due date first. */
  data: ComplianceObligation[];
  pagination: Pagination;
}

/** Create a chat: its body. */
export interface CreateChatBody {
  /** The id of the company that the chat is about (`cmp_`). */
  companyId: string;
  /** Your name for the chat. */
  title?: string | null;
}

/** Create a chat: its response. */
export interface CreateChatResponse {
  /** Always true. It is false in error responses. */
  success: true;
  chat: Chat;
}

/** List chats: its query. */
export interface ListChatsQuery {
  /** Only chats about this company (`cmp_`). */
  companyId?: string;
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List chats: its response. */
export interface ListChatsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The chats on this page, newest first. */
  chats: Chat[];
  pagination: Pagination;
}

/** Read a chat: its query. */
export interface ReadChatQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** Read a chat: its response. */
export interface ReadChatResponse {
  /** Always true. It is false in error responses. */
  success: true;
  chat: Chat;
  /** The messages of the chat, newest first. */
  messages: ChatMessage[];
  pagination?: Pagination;
}

/** Send a message to the assistant: its body. */
export interface SendMessageBody {
  /** Your question, up to 4,000 characters. */
  message: string;
}

/** Send a message to the assistant: its response. */
export interface SendMessageResponse {
  /** The outcome in a sentence. */
  message: string;
  userMessage: ChatMessage;
  aiMessage: ChatMessage;
}

/** Delete a chat: its response. */
export interface DeleteChatResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Watch a vendor: its body. */
export interface AddWatchBody {
  /** The id of a vendor, or of a company of yours (`cmp_`). */
  vendorId?: string;
  /** The registration number of the business, with or without its prefix, such as `RC1234567`, `BN 3456` or `1234567`. */
  rcNumber?: string;
  /** The kind of business: 1 business name (BN), 2 company (RC), 3 incorporated trustees (IT), 4 limited partnership (LP), 5 limited liability partnership (LLP). By default, the kind that the prefix of the number stands for, or else 2. */
  classificationId?: 1 | 2 | 3 | 4 | 5;
  /** Your label for the vendor. If you already watch the vendor, it replaces the current label. */
  label?: string;
}

/** Watch a vendor: its response. */
export interface AddWatchResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Vendor;
}

/** List watched vendors: its query. */
export interface ListWatchesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only vendors with this risk tier. */
  riskTier?: RiskTier;
  /** Only vendors whose name, label or registration number contains this text. Case and accents are ignored. */
  search?: string;
}

/** List watched vendors: its response. */
export interface ListWatchesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The vendors on this page, most recently added first. */
  data: Vendor[];
  pagination: Pagination;
}

/** Remove a watch: its response. */
export interface RemoveWatchResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Update a watch: its body. */
export interface UpdateWatchBody {
  /** Your label for the vendor. Null removes it. */
  label: string | null;
}

/** Update a watch: its response. */
export interface UpdateWatchResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Vendor;
}

/** Subscribe to news: its body. */
export interface SubscribeToNewsBody {
  /** The email address to subscribe. */
  email: string;
}

/** Subscribe to news: its response. */
export interface SubscribeToNewsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Book a demo: its body. */
export interface BookDemoBody {
  /** The name of the person to contact. */
  name: string;
  /** The email address of the person to contact. */
  email: string;
  /** The name of the company. */
  company?: string;
  /** The phone number of the person to contact. */
  phone?: string;
  /** What the person would like to see. */
  message?: string;
}

/** Book a demo: its response. */
export interface BookDemoResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** Read the signing keys: its response. */
export type ReadSigningKeysResponse = JsonWebKeySet;

/** Read the status of the API: its response. */
export interface ReadStatusResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ServiceStatus;
}

/** Verify a physical address: its body. */
export interface SubmitAddressBody {
  /** The id of your company (`cmp_`). */
  companyId: string;
  /** The name of the business as known at the address. */
  business_name: string;
  /** The phone number of the business. */
  business_mobile: string;
  /** The first name of the contact at the address. */
  first_name: string;
  /** The last name of the contact at the address. */
  last_name: string;
  /** The phone number of the contact. */
  mobile: string;
  /** The house number and street. */
  street: string;
  /** A nearby landmark, described so that a visitor can find it. */
  landmark: string;
  /** The local government area. */
  lga: string;
  /** The city or town. */
  city: string;
  /** The state. */
  state: string;
}

/** Verify a physical address: its response. */
export interface SubmitAddressResponse {
  entity: AddressVerification;
}

/** Read an address verification: its query. */
export interface ReadAddressQuery {
  /** The reference of the verification (`addr_`). */
  reference_id?: string;
  /** The id of your company (`cmp_`). */
  companyId?: string;
}

/** Read an address verification: its response. */
export interface ReadAddressResponse {
  entity: AddressVerification;
}

/** List verifications: its query. */
export interface ListVerificationsQuery {
  /** Only checks of this company (`cmp_`). */
  companyId?: string;
  /** Only checks of this type. */
  type?: "cac" | "tin" | "bank_account" | "address" | "utility_bill" | "directors_kyc" | "ubo_verification" | "shareholders_kyc" | "aml_screening" | "sanctions_screening" | "pep_screening" | "adverse_media_screening" | "cac_status_report" | "memart_verification" | "tax_clearance_verification" | "scuml_verification" | "social_media_verification";
  /** Only checks with this status. */
  status?: "pending" | "passed" | "failed" | "review" | "unavailable";
  /** Only entries from this time or day on, inclusive. */
  from?: string;
  /** Only entries up to this time or day, inclusive. */
  to?: string;
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List verifications: its response. */
export interface ListVerificationsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The verifications on this page, newest first. */
  data: Verification[];
  pagination: Pagination;
}

/** Read a verification: its response. */
export interface ReadVerificationResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Verification;
}

/** Complete a sandbox visit: its body. */
export interface CompleteSandboxAddressVerificationBody {
  /** The result of the visit, or `failed` for a visit that was not possible. */
  outcome?: "verified" | "not_verified" | "failed";
}

/** Complete a sandbox visit: its response. */
export interface CompleteSandboxAddressVerificationResponse {
  entity: AddressVerification;
}

/** Decide on a sandbox applicant: its body. */
export interface DecideSandboxApplicantBody {
  /** The decision to make. */
  decision: "approve" | "reject" | "request_resubmission";
  /** The reason, shown as the applicant's `decisionReason` and in its timeline. It is not in webhooks or emails. */
  reason: string;
  /** The message to show to the applicant, on the page and by email. Only for `request_resubmission`. */
  applicantMessage?: string;
  /** The `updatedAt` of the applicant as the reviewer saw it. If the applicant has changed since (another assessment or a visit has ended), nothing is decided and the response is 409. */
  updatedAt?: string;
  /** The modules to reopen. By default, every enabled module. Only for `request_resubmission`. */
  modules?: string[];
}

/** Decide on a sandbox applicant: its response. */
export interface DecideSandboxApplicantResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Applicant;
  /** Warnings about values that were accepted but will not work. Missing if there are none. */
  warnings?: Warning[];
}

/** Set the sandbox balance: its body. */
export interface SetSandboxWalletBody {
  /** The new balance, in kobo. */
  balanceKobo: number;
}

/** Set the sandbox balance: its response. */
export interface SetSandboxWalletResponse {
  /** Always true. It is false in error responses. */
  success: true;
  wallet: Wallet;
}

/** Simulate a monitoring event: its body. */
export interface SimulateSandboxMonitoringEventBody {
  /** The id of the vendor (`cmp_`). */
  vendorId: string;
  /** The kind of monitoring event. */
  kind: "sanctions_match" | "insolvency" | "regulatory_action" | "cac_status_change" | "pep_match" | "adverse_media" | "litigation" | "annual_return_overdue" | "ownership_change" | "tax_status_change" | "licence_change" | "director_change" | "bank_account_change" | "address_change" | "name_change" | "positive_media";
  /** The severity of the event: `LOW`, `MEDIUM` (the default) or `HIGH`. Only for `adverse_media`. Every other kind has a fixed severity and ignores this field. */
  severity?: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL";
  /** The headline of the publication. */
  headline?: string | null;
  /** The http or https URL of the publication. */
  url?: string | null;
  /** What changed, in one or two sentences. */
  whatChanged?: string | null;
  /** The source, such as a newspaper, a court or a list. Sources are compared without regard to case and extra spaces. */
  source?: string;
}

/** Simulate a monitoring event: its response. */
export interface SimulateSandboxMonitoringEventResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ReportedEvent;
}

/** Expire a sandbox applicant: its response. */
export interface ExpireSandboxApplicantResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Applicant;
}

/** Renew a sandbox watch: its response. */
export interface RenewSandboxWatchResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Vendor;
}

/** Deactivate a sandbox registration: its response. */
export interface DeactivateSandboxWebhookResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: WebhookRegistrationDetail;
}

/** Read a vendor: its response. */
export interface ReadVendorResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Vendor;
}

/** Read a monitoring event: its response. */
export interface ReadMonitoringEventResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: MonitoringEvent;
}

/** Read the score history of a vendor: its query. */
export interface ReadScoreHistoryQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** Read the score history of a vendor: its response. */
export interface ReadScoreHistoryResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: ScoreHistory;
  pagination?: Pagination;
}

/** List media mentions: its query. */
export interface ListMediaMentionsQuery {
  /** Only mentions of vendors with this risk tier. */
  riskTier?: RiskTier;
  /** Whether to list only mentions of vendors that have an owner (`claimed`) or only the rest (`unclaimed`). */
  claimStatus?: ClaimStatus;
  /** Whether to list only mentions of vendors that you have ever had an alert about (`true`) or only the rest (`false`). */
  hasAlerts?: boolean;
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List media mentions: its response. */
export interface ListMediaMentionsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The mentions on this page, newest first. */
  data: MediaMention[];
  pagination: Pagination;
}

/** List the events of a vendor: its query. */
export interface ListVendorEventsQuery {
  /** Only events of this kind. */
  kind?: "sanctions_match" | "insolvency" | "regulatory_action" | "cac_status_change" | "pep_match" | "adverse_media" | "litigation" | "annual_return_overdue" | "ownership_change" | "tax_status_change" | "licence_change" | "director_change" | "bank_account_change" | "address_change" | "name_change" | "positive_media";
  /** Only entries from this time or day on, inclusive. */
  from?: string;
  /** Only entries up to this time or day, inclusive. */
  to?: string;
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List the events of a vendor: its response. */
export interface ListVendorEventsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The events on this page, newest first. */
  data: MonitoringEvent[];
  pagination: Pagination;
}

/** List sandbox emails: its query. */
export interface ListSandboxMailsQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only emails to this address. */
  to?: string;
}

/** List sandbox emails: its response. */
export interface ListSandboxMailsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The emails on this page, newest first. */
  data: KeptMail[];
  pagination: Pagination;
}

/** List sandbox scenarios: its query. */
export interface ListSandboxScenariosQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List sandbox scenarios: its response. */
export interface ListSandboxScenariosResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The sandbox scenarios. */
  data: SandboxScenario[];
  pagination?: Pagination;
}

/** Read the pricing rates: its query. */
export interface ReadPricingRatesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** Read the pricing rates: its response. */
export interface ReadPricingRatesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The current price of every action. */
  rates: PricingRate[];
  pagination?: Pagination;
}

/** Verify an electricity meter by number: its body. */
export interface VerifyMeterBody {
  /** The meter number, 6 to 13 digits. A malformed number fails the check and is charged like any other. */
  meterNumber: string;
  /** The electricity distributor of the meter. */
  provider: "ABUJA" | "KADUNA" | "JOS" | "PH" | "IBADAN" | "IKEJA" | "EKO" | "ENUGU" | "KANO";
}

/** Verify an electricity meter by number: its response. */
export interface VerifyMeterResponse {
  /** Always true. It is false in error responses. */
  success: true;
  billInfo: MeterBill;
  verificationResult: MeterResult;
}

/** Verify an electricity meter with a bill: its body. */
export interface VerifyUtilityBillBody {
  /** The id of the company that the document belongs to (`cmp_`). */
  companyId: string;
  /** The meter number, 6 to 13 digits. A malformed number fails the check and is charged like any other. */
  meterNumber: string;
  /** The electricity distributor of the meter. */
  provider: "ABUJA" | "KADUNA" | "JOS" | "PH" | "IBADAN" | "IKEJA" | "EKO" | "ENUGU" | "KANO";
  /** The file: PDF, JPEG, PNG by content, at most 4000000 bytes. */
  file: Upload;
}

/** Verify an electricity meter with a bill: its response. */
export interface VerifyUtilityBillResponse {
  /** Always true. It is false in error responses. */
  success: true;
  billInfo: MeterBill;
  verificationResult: MeterResult;
}

/** Verify a tax identification number with a document: its body. */
export interface VerifyTinBody {
  /** The id of the company that the document belongs to (`cmp_`). */
  companyId: string;
  /** The number, as `NNNNNNNN-NNNN` or a 13-digit Tax ID. */
  tin: string;
  /** The file: PDF, JPEG, PNG by content, at most 4000000 bytes. */
  file: Upload;
}

/** Verify a tax identification number with a document: its response. */
export interface VerifyTinResponse {
  /** Always true. It is false in error responses. */
  success: true;
  documentInfo: CheckedDocument;
  verificationResult: DocumentCheckResult;
}

/** Verify a Joint Tax Board number with a document: its body. */
export interface VerifyJtbTinBody {
  /** The id of the company that the document belongs to (`cmp_`). */
  companyId: string;
  /** The number, as 8 to 10 digits or a 13-digit Tax ID. */
  jtbTin: string;
  /** The file: PDF, JPEG, PNG by content, at most 4000000 bytes. */
  file: Upload;
}

/** Verify a Joint Tax Board number with a document: its response. */
export interface VerifyJtbTinResponse {
  /** Always true. It is false in error responses. */
  success: true;
  documentInfo: CheckedDocument;
  verificationResult: DocumentCheckResult;
}

/** Verify a certificate of registration: its body. */
export interface VerifyCacBody {
  /** The id of the company that the document belongs to (`cmp_`). */
  companyId: string;
  /** The registration number on the certificate, with or without its prefix. */
  rcNumber: string;
  /** The file: PDF, JPEG, PNG by content, at most 4000000 bytes. */
  file: Upload;
}

/** Verify a certificate of registration: its response. */
export interface VerifyCacResponse {
  /** Always true. It is false in error responses. */
  success: true;
  documentInfo: CheckedDocument;
  verificationResult: DocumentCheckResult;
}

/** Read a wallet: its query. */
export interface ReadWalletQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
}

/** Read a wallet: its response. */
export interface ReadWalletResponse {
  /** Always true. It is false in error responses. */
  success: true;
  wallet: Wallet;
}

/** Set the low-balance threshold: its query. */
export interface SetThresholdQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
}

/** Set the low-balance threshold: its body. */
export interface SetThresholdBody {
  /** The balance, in kobo, below which to email the account. 0 turns the emails off. */
  thresholdKobo: number;
}

/** Set the low-balance threshold: its response. */
export interface SetThresholdResponse {
  /** Always true. It is false in error responses. */
  success: true;
  wallet: Wallet;
}

/** Configure automatic top-ups: its query. */
export interface SetAutoTopUpQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
}

/** Configure automatic top-ups: its body. */
export interface SetAutoTopUpBody {
  /** Whether automatic top-ups are on. */
  enabled: boolean;
  /** The balance, in kobo, below which a debit starts a top-up. Must be at least 1 to turn automatic top-ups on. If you leave it out while turning them off, it stays as it is. */
  thresholdKobo?: number;
  /** The amount of each top-up, in kobo. Must be 100 to 5,000,000 naira to turn automatic top-ups on. Choose an amount that brings the balance back to the threshold. If you leave it out while turning them off, it stays as it is. */
  amountKobo?: number;
}

/** Configure automatic top-ups: its response. */
export interface SetAutoTopUpResponse {
  /** Always true. It is false in error responses. */
  success: true;
  wallet: Wallet;
}

/** List the transactions of a wallet: its query. */
export interface ListTransactionsQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only transactions of this type. */
  type?: "credit" | "debit";
  /** Only charges and refunds for this action. */
  actionKey?: "kyb_session_base" | "cac_verification" | "tin_verification" | "bank_account_verification" | "address_verification" | "utility_bill_verification" | "directors_kyc" | "ubo_verification" | "shareholders_kyc" | "aml_screening" | "sanctions_screening" | "pep_screening" | "adverse_media_screening" | "cac_status_report" | "memart_verification" | "tax_clearance_verification" | "social_media_verification" | "scuml_verification" | "vendor_monitoring_monthly" | "chat_per_1k_tokens";
  /** Only transactions with this reference: the id of an applicant, a verification, a company or a top-up. */
  reference?: string;
  /** Only entries from this time or day on, inclusive. */
  from?: string;
  /** Only entries up to this time or day, inclusive. */
  to?: string;
}

/** List the transactions of a wallet: its response. */
export interface ListTransactionsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The transactions on this page, newest first. */
  transactions: Transaction[];
  pagination: Pagination;
}

/** Read a transaction: its response. */
export interface ReadTransactionResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: Transaction;
}


/** Top up a wallet: its query. */
export interface StartTopUpQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
}

/** Top up a wallet: its body. */
export interface StartTopUpBody {
  /** The amount in kobo, equal to 100 to 5,000,000 naira. */
  amountKobo: number;
  /** Whether the payer agrees to save the card for automatic top-ups. If you leave this out, the card is saved unless a saved card was removed before. */
  saveCard?: boolean;
}

/** Top up a wallet: its response. */
export interface StartTopUpResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: StartedTopUp;
}

/** Read a top-up: its response. */
export interface ReadTopUpResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: TopUp;
}

/** Read the saved card: its query. */
export interface ReadSavedCardQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
}

/** Read the saved card: its response. */
export interface ReadSavedCardResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: SavedCard;
}

/** Remove the saved card: its query. */
export interface RemoveSavedCardQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
}

/** Remove the saved card: its response. */
export interface RemoveSavedCardResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The outcome in a sentence. */
  message: string;
}

/** Read the statement of a month: its query. */
export interface ReadStatementQuery {
  /** The environment of the wallet. The default is `live` for a session. An API key can access only the wallet in its own environment. */
  environment?: Environment;
  /** The month, as `YYYY-MM`. Must be the current month or an earlier one. */
  month: string;
}

/** Read the statement of a month: its response. */
export interface ReadStatementResponse {
  /** Always true. It is false in error responses. */
  success: true;
  statement: Statement;
}

/** Register a webhook endpoint: its body. */
export interface CreateWebhookBody {
  /** The id of the app: one of your widgets (`wgt_`). */
  appId: string;
  environment: Environment;
  serviceType: ServiceType;
  /** The URL to send events to. It must use https and resolve to public IP addresses. */
  endpoint: string;
}

/** Register a webhook endpoint: its response. */
export interface CreateWebhookResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: CreatedWebhookRegistration;
}

/** List webhook registrations: its query. */
export interface ListWebhooksQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List webhook registrations: its response. */
export interface ListWebhooksResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The registrations, newest first. */
  data: WebhookRegistration[];
  pagination?: Pagination;
}

/** Send a test event: its response. */
export interface TestWebhookResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: WebhookDelivery;
}

/** Poll the event feed: its query. */
export interface ListEventsQuery {
  /** The `nextAfter` of an earlier call. It must have a part for an environment that you read. If you leave it out or send it empty, the list starts at the oldest event that is kept. */
  after?: string;
  /** The number of entries per page. */
  limit?: number;
  /** Only events in this environment. By default, every environment that the credential can access. */
  environment?: Environment;
}

/** Poll the event feed: its response. */
export interface ListEventsResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The events after the position `after`, oldest first. */
  data: WebhookEvent[];
  /** The position after these events, to send as `after` in the next call. Never null. */
  nextAfter: string;
}

/** List event types: its query. */
export interface ListEventTypesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
}

/** List event types: its response. */
export interface ListEventTypesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The event types. */
  data: EventType[];
  pagination?: Pagination;
}

/** Read a webhook registration: its response. */
export interface ReadWebhookResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: WebhookRegistrationDetail;
}

/** Update a webhook registration: its body. */
export interface UpdateWebhookBody {
  /** The URL to send events to. It must use https and resolve to public IP addresses. */
  endpoint?: string;
  /** Whether events are sent to the endpoint. */
  isActive?: boolean;
}

/** Update a webhook registration: its response. */
export interface UpdateWebhookResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: WebhookRegistration;
}

/** Rotate a signing secret: its body. */
export interface RotateWebhookSecretBody {
  /** The number of seconds for which the replaced secret keeps signing attempts alongside the new one. If earlier secrets are still signing, the one replaced first keeps signing until its own overlap ends, so repeating the call never cuts off the secret that receivers use. */
  overlapSeconds?: number;
}

/** Rotate a signing secret: its response. */
export interface RotateWebhookSecretResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: RotatedSigningSecret;
}

/** Delete a webhook registration: its response. */
export interface DeleteWebhookResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** A confirmation for people to read. */
  message: string;
}

/** List the deliveries of a webhook registration: its query. */
export interface ListDeliveriesQuery {
  /** The page number, starting at 1. */
  page?: number;
  /** The number of entries per page. */
  limit?: number;
  /** Only deliveries with this status. */
  status?: "pending" | "delivering" | "retrying" | "delivered" | "failed" | "skipped";
  /** Only deliveries of this event type, such as `kyb.applicant.decision`. */
  event?: string;
  /** Only entries from this time or day on, inclusive. */
  from?: string;
  /** Only entries up to this time or day, inclusive. */
  to?: string;
}

/** List the deliveries of a webhook registration: its response. */
export interface ListDeliveriesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  /** The deliveries on this page, newest first. */
  data: WebhookDelivery[];
  pagination: Pagination;
}

/** Read a webhook delivery with its attempts: its response. */
export interface ReadDeliveryResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: WebhookDeliveryDetail;
}

/** Resend a webhook delivery: its response. */
export interface ResendDeliveryResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: WebhookDelivery;
}

/** Recover missed webhook deliveries: its body. */
export interface RecoverDeliveriesBody {
  /** The time to recover from: a timestamp, or a date, which stands for that day in Africa/Lagos. At most 30 days ago. */
  since: string;
}

/** Recover missed webhook deliveries: its response. */
export interface RecoverDeliveriesResponse {
  /** Always true. It is false in error responses. */
  success: true;
  data: DeliveryRecovery;
}

/** Every code of an error of the API, and its `details`. */
export interface ErrorDetails {
  ACCOUNT_NOT_FOUND: undefined;
  ADDRESS_VERIFICATION_ENDED: undefined;
  ADDRESS_VERIFICATION_NOT_FOUND: undefined;
  ALERT_NOT_FOUND: undefined;
  API_KEY_NOT_ALLOWED: undefined;
  APPLICANT_NOT_FOUND: undefined;
  APPLICANT_NOT_OPEN: {
    /** The status in which the session or its applicant ended. */
    status: "submitted" | "approved" | "rejected" | "abandoned" | "expired";
  } | undefined;
  APP_NOT_FOUND: undefined;
  ATTACHMENT_NOT_FOUND: undefined;
  ATTACHMENT_SUBMITTED: undefined;
  BODY_TOO_LARGE: undefined;
  BUSINESS_NOT_FOUND: undefined;
  CHAT_NOT_FOUND: undefined;
  CLEARANCE_NOT_FOUND: undefined;
  COMPANY_EXISTS: {
    /** Your company (`cmp_`). The response has details only if it is yours. */
    companyId: string;
  } | undefined;
  COMPANY_NOT_FOUND: undefined;
  CONSENT_REQUIRED: Problem[] | undefined;
  COUNTRY_NOT_ALLOWED: undefined;
  CROSS_SITE_REQUEST: undefined;
  DELIVERY_NOT_ENDED: undefined;
  DELIVERY_NOT_FOUND: undefined;
  DISPUTE_EXISTS: undefined;
  DISPUTE_NOT_FOUND: undefined;
  EMAIL_NOT_VERIFIED: {
    /** Always true: the emailed code has to be entered first. */
    requiresVerification: true;
    /** The id of the account (`usr_`). */
    userId: string;
  } | undefined;
  EMAIL_TAKEN: undefined;
  ENDPOINT_NOT_ALLOWED: Problem[] | undefined;
  ENVIRONMENT_MISMATCH: Problem[] | undefined;
  EVENT_NOT_FOUND: undefined;
  EVENT_VOIDED: undefined;
  EXPORT_NOT_FOUND: undefined;
  EXPORT_RUNNING: {
    /** The export that is still running (`exp_`). */
    exportId: string;
  } | undefined;
  IDEMPOTENCY_IN_PROGRESS: undefined;
  IDEMPOTENCY_KEY_INVALID: undefined;
  IDEMPOTENCY_KEY_REUSED: undefined;
  ILLEGAL_STATE: Problem[] | undefined;
  INSUFFICIENT_BALANCE: {
    /** What the wallet can spend, in kobo. */
    balanceKobo: number;
    /** What the request costs, in kobo. */
    requiredKobo: number;
  } | undefined;
  INTERNAL_ERROR: undefined;
  INVALID_CODE: undefined;
  INVALID_CREDENTIALS: undefined;
  INVALID_EMBED_TOKEN: undefined;
  INVALID_ID_TOKEN: undefined;
  INVALID_REQUEST_SIGNATURE: undefined;
  INVALID_TOKEN: undefined;
  IP_NOT_ALLOWED: undefined;
  MALFORMED_JSON: Problem[] | undefined;
  MALFORMED_MULTIPART: Problem[] | undefined;
  MODULES_INCOMPLETE: Problem[] | undefined;
  MODULE_NOT_ENABLED: Problem[] | undefined;
  MONTHLY_BUDGET_EXCEEDED: {
    /** The budget of a month, in kobo. */
    capKobo: number;
    /** What has been spent of it, in kobo. */
    spentKobo: number;
    /** What this request costs, in kobo. */
    requestedKobo: number;
    /** What is left of the budget, in kobo. */
    remainingKobo: number;
    /** The month, as `YYYY-MM`, in UTC. */
    period: string;
    /** When the next month begins. */
    resetsAt: string;
  } | undefined;
  NOTE_NOT_FOUND: undefined;
  NO_MODULE_ENABLED: undefined;
  NO_SAVED_CARD: undefined;
  OBLIGATION_INACTIVE: undefined;
  OBLIGATION_NOT_FOUND: undefined;
  ORIGIN_NOT_ALLOWED: undefined;
  RANGE_TOO_LONG: Problem[] | undefined;
  RATE_LIMITED: undefined;
  RECOVERY_RUNNING: undefined;
  REFRESH_TOKEN_INVALID: undefined;
  REFRESH_TOKEN_REUSED: undefined;
  RESULT_TOO_LARGE: Problem[] | undefined;
  RESUME_DISABLED: undefined;
  SAVED_CARD_NOT_FOUND: undefined;
  SCREENING_ENTRY_AMBIGUOUS: undefined;
  SCREENING_ENTRY_NOT_FOUND: undefined;
  SERVICE_UNAVAILABLE: undefined;
  SESSION_EXPIRED: undefined;
  SESSION_NOT_FOUND: undefined;
  SESSION_NOT_IN_PROGRESS: {
    /** The status in which the session or its applicant ended. */
    status: "submitted" | "approved" | "rejected" | "abandoned" | "expired";
  } | undefined;
  SIGNATURE_REUSED: undefined;
  SOURCE_UNAVAILABLE: undefined;
  TOO_MANY_ATTEMPTS: undefined;
  TOO_MANY_CLEARANCES: undefined;
  TOO_MANY_CODES: undefined;
  TOO_MANY_COMPANIES: undefined;
  TOO_MANY_DOCUMENTS: undefined;
  TOO_MANY_FILES: undefined;
  TOO_MANY_NOTES: undefined;
  TOO_MANY_OBLIGATIONS: undefined;
  TOO_MANY_TESTS: undefined;
  TOO_MANY_WATCHES: undefined;
  TOO_MANY_WEBHOOKS: undefined;
  TOP_UP_NOT_FOUND: undefined;
  TRANSACTION_NOT_FOUND: undefined;
  UNAUTHENTICATED: undefined;
  UNSUPPORTED_CONTENT_TYPE: undefined;
  UNSUPPORTED_FILE_TYPE: Problem[] | undefined;
  VALIDATION_FAILED: Problem[] | undefined;
  VENDOR_NOT_FOUND: undefined;
  VERIFICATION_NOT_FOUND: undefined;
  WALLET_NOT_FOUND: undefined;
  WEBHOOK_EXISTS: undefined;
  WEBHOOK_INACTIVE: undefined;
  WEBHOOK_NOT_FOUND: undefined;
  WIDGET_NOT_FOUND: undefined;
  WIDGET_NOT_LIVE: undefined;
}
