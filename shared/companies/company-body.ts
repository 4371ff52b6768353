import * as v from 'valibot';
import { component, described } from '#shared/platform/described';

/** Something that is null where no source has it and the owner has not stated it. */
const known = (description: string, facts: Parameters<typeof described>[2] = {}) =>
  described(v.nullable(v.string()), description, facts);

const verified = (what: string) => described(v.boolean(), `Whether ${what} has been verified.`);

const shareholderBody = component(
  v.object({
    name: described(v.string(), 'The name of the shareholder.'),
    shareType: known('The type of shares.'),
    numberOfShares: described(v.nullable(v.number()), 'The number of shares.'),
    percentage: described(v.nullable(v.number()), 'The percentage of all shares, 0 to 100.'),
  }),
  'Shareholder',
  'A shareholder, as published by the registry.',
);

/**
 * A company as its owner sees it: the sanitized record, with exactly these fields (interface: Company). What has no
 * source is null or false; bank facts are no part of it.
 */
export const companyBody = component(
  v.object({
    id: described(v.string(), 'The id of the company (`cmp_`).'),
    companyName: described(v.string(), 'The name in the registry.'),
    rcNumber: described(v.string(), 'The registration number, with its prefix.', { examples: ['RC1234567'] }),
    ownerId: described(v.string(), 'The account that added the company (`usr_`).'),
    active: described(v.boolean(), 'Whether the registry lists the company as active.'),
    classification: described(
      v.object({
        id: described(v.picklist([1, 2, 3, 4, 5]), 'The number of the classification.'),
        label: described(v.string(), 'The name of the classification.'),
      }),
      'The classification of the business.',
    ),
    profile: described(
      v.object({
        natureOfBusiness: known('The nature of the business.'),
        businessCategory: known('The business category in the registry.'),
        businessDescription: known('The description that you state.'),
        businessCommencementDate: known('The date on which business began (`YYYY-MM-DD`).'),
        registrationDate: known('The date of registration (`YYYY-MM-DD`).'),
        registrationApproved: described(v.boolean(), 'Whether the registry has approved the registration.'),
        companyDetails: described(v.boolean(), 'Whether the registry holds more than the name, number and status.'),
        logoUrl: known('The address of the logo.'),
      }),
      'The profile of the business.',
    ),
    contact: described(
      v.object({
        email: known('The email address of the business.'),
        address: known('The house number and street.'),
        city: known('The city.'),
        state: known('The state.'),
        lga: known('The local government area.'),
      }),
      'The contact details: what you state, otherwise what the registry holds.',
    ),
    tax: described(
      v.object({
        firsTin: known('The TIN of the federal tax service (FIRS), once verified.'),
        jtbtin: known('The TIN of the Joint Tax Board (JTB), once verified.'),
        firsttin_pending: described(v.boolean(), 'Whether the TIN of the federal tax service is still to be verified.'),
      }),
      'The tax identification numbers.',
    ),
    shares: described(
      v.object({
        shareCapital: described(v.nullable(v.number()), 'The share capital in naira.'),
        dividedInto: known('How the share capital is divided.'),
        shareHolderDetails: described(v.array(shareholderBody), 'The shareholders.'),
      }),
      'The share capital and shareholders.',
    ),
    registrarInfo: described(
      v.nullable(
        v.object({ name: described(v.string(), 'The name of the registrar.'), office: known('The registry office.') }),
      ),
      'The registrar. Null if the registry does not say.',
    ),
    socials: described(
      v.object({
        website: known('The website.'),
        facebook: known('The Facebook page.'),
        instagram: known('The Instagram profile.'),
        linkedin: known('The LinkedIn page.'),
        twitter: known('The X profile.'),
        tiktok: known('The TikTok profile.'),
      }),
      'The website and social media, as you state them.',
    ),
    svc_tools: described(
      v.object({
        svc_mark: described(v.number(), 'How much of the company is verified, 0 to 100.', {
          type: 'integer',
          minimum: 0,
          maximum: 100,
        }),
        activeBank: verified('a bank account'),
        social_verified: verified('the social media presence'),
        cacert_verified: verified('the certificate of incorporation'),
        cacreport_verified: verified('the status report'),
        memartVerified: verified('the memorandum and articles'),
        firstaxClearance_vr: verified('the tax clearance certificate'),
      }),
      'The verification state of the company.',
    ),
    documents: described(
      v.object({ cacCertificateUrl: known('The download address of the verified certificate, valid for 15 minutes.') }),
      'The documents of the company.',
    ),
    stats: described(
      v.object({
        view_count: described(v.number(), 'How many times other accounts have read the company as a vendor.', {
          type: 'integer',
        }),
        search_view_count: described(
          v.number(),
          "How many times other accounts' watchlist searches have found the company.",
          {
            type: 'integer',
          },
        ),
      }),
      'How often other accounts look at the company.',
    ),
  }),
  'Company',
  'A company of yours.',
);
