import * as v from 'valibot';
import { component, described } from '#shared/platform/described';

/** A field that is null if no source has it and the owner has not stated it. */
const known = (description: string, facts: Parameters<typeof described>[2] = {}) =>
  described(v.nullable(v.string()), description, facts);

const verified = (what: string) => described(v.boolean(), `Whether ${what} been verified.`);

const shareholderBody = component(
  v.object({
    name: described(v.string(), 'The name of the shareholder.'),
    shareType: known('The type of shares. Null if unknown.'),
    numberOfShares: described(v.nullable(v.number()), 'The number of shares. Null if unknown.'),
    percentage: described(v.nullable(v.number()), 'The percentage of all shares, from 0 to 100. Null if unknown.'),
  }),
  'Shareholder',
  'A shareholder, as published by the registry.',
);

/**
 * A company as its owner sees it: the sanitized record, with exactly these fields (interface: Company). A field without
 * a source is null or false. Bank facts are not included.
 */
export const companyBody = component(
  v.object({
    id: described(v.string(), 'The id of the company (`cmp_`).'),
    companyName: described(v.string(), 'The name of the business in the registry.'),
    rcNumber: described(v.string(), 'The registration number of the business, with its prefix.', {
      examples: ['RC1234567'],
    }),
    ownerId: described(v.string(), 'The id of the account that owns the company (`usr_`).'),
    active: described(v.boolean(), 'Whether the registry lists the company as active.'),
    classification: described(
      v.object({
        id: described(v.picklist([1, 2, 3, 4, 5]), 'The classification as a number.'),
        label: described(v.string(), 'The classification in words.'),
      }),
      'The kind of business.',
    ),
    profile: described(
      v.object({
        natureOfBusiness: known('The nature of the business in the registry. Null if unknown.'),
        businessCategory: known('The business category in the registry. Null if unknown.'),
        businessDescription: known('What the company does, as stated by you. Null if you have not stated it.'),
        businessCommencementDate: known('The date the company commenced business (`YYYY-MM-DD`). Null if unknown.'),
        registrationDate: known('The date the company was registered (`YYYY-MM-DD`). Null if unknown.'),
        registrationApproved: described(v.boolean(), 'Whether the registry has approved the registration.'),
        companyDetails: described(v.boolean(), 'Whether the registry returned more than the name, number and status.'),
        logoUrl: known('The URL of the logo. Null if there is none.'),
      }),
      'The profile of the business.',
    ),
    contact: described(
      v.object({
        email: known('The email address of the company. Null if unknown.'),
        address: known('The house number and street. Null if unknown.'),
        city: known('The city. Null if unknown.'),
        state: known('The state. Null if unknown.'),
        lga: known('The local government area. Null if unknown.'),
      }),
      'The contact details that you stated, or else those in the registry.',
    ),
    tax: described(
      v.object({
        firsTin: known('The verified TIN at the federal tax service (FIRS). Null until it is verified.'),
        jtbtin: known('The verified TIN at the Joint Tax Board (JTB). Null until it is verified.'),
        firsttin_pending: described(
          v.boolean(),
          'Whether the TIN at the federal tax service (FIRS) has yet to be verified.',
        ),
      }),
      'The tax identification numbers.',
    ),
    shares: described(
      v.object({
        shareCapital: described(v.nullable(v.number()), 'The share capital, in naira. Null if unknown.'),
        dividedInto: known('How the share capital is divided. Null if unknown.'),
        shareHolderDetails: described(v.array(shareholderBody), 'The shareholders in the registry.'),
      }),
      'The share capital and the shareholders.',
    ),
    registrarInfo: described(
      v.nullable(
        v.object({
          name: described(v.string(), 'The name of the registrar.'),
          office: known('The registry office. Null if unknown.'),
        }),
      ),
      'The registrar. Null if unknown.',
    ),
    socials: described(
      v.object({
        website: known('The website. Null if not stated.'),
        facebook: known('The Facebook page. Null if not stated.'),
        instagram: known('The Instagram profile. Null if not stated.'),
        linkedin: known('The LinkedIn page. Null if not stated.'),
        twitter: known('The X profile. Null if not stated.'),
        tiktok: known('The TikTok profile. Null if not stated.'),
      }),
      'The website and social media profiles, as you stated them.',
    ),
    svc_tools: described(
      v.object({
        svc_mark: described(v.number(), "The share of the company's details that are verified, from 0 to 100.", {
          type: 'integer',
          minimum: 0,
          maximum: 100,
        }),
        activeBank: verified('a bank account has'),
        social_verified: verified('the social media presence has'),
        cacert_verified: verified('the certificate of incorporation has'),
        cacreport_verified: verified('the status report has'),
        memartVerified: verified('the memorandum and articles have'),
        firstaxClearance_vr: verified('the tax clearance certificate has'),
      }),
      'What has been verified about the company.',
    ),
    documents: described(
      v.object({
        cacCertificateUrl: known(
          'The download URL of the verified certificate, valid for 15 minutes. Null if none is verified.',
        ),
      }),
      'The documents of the company.',
    ),
    stats: described(
      v.object({
        view_count: described(v.number(), 'The number of times other accounts have read the company as a vendor.', {
          type: 'integer',
        }),
        search_view_count: described(
          v.number(),
          'The number of times the company was found in watchlist searches by other accounts.',
          {
            type: 'integer',
          },
        ),
      }),
      'How often other accounts have viewed the company.',
    ),
  }),
  'Company',
  'A company of yours.',
);
