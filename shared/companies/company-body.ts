import * as v from 'valibot';
import { component, described } from '#shared/platform/described';

/** Something that is null where no source has it and the owner has not stated it. */
const known = (description: string, facts: Parameters<typeof described>[2] = {}) =>
  described(v.nullable(v.string()), description, facts);

const verified = (what: string) => described(v.boolean(), `Whether ${what} has been verified.`);

const shareholderBody = component(
  v.object({
    name: described(v.string(), 'Who holds the shares.'),
    shareType: known('The kind of shares.'),
    numberOfShares: described(v.nullable(v.number()), 'How many.'),
    percentage: described(v.nullable(v.number()), 'Of all shares, 0 to 100.'),
  }),
  'Shareholder',
  'A holder of shares, as the registry publishes it.',
);

/**
 * A company as its owner sees it: the sanitized record, with exactly these fields (interface: Company). What has no
 * source is null or false; bank facts are no part of it.
 */
export const companyBody = component(
  v.object({
    id: described(v.string(), 'Its id (`cmp_`).'),
    companyName: described(v.string(), 'The name in the registry.'),
    rcNumber: described(v.string(), 'The number in the registry, with its prefix.', { examples: ['RC1234567'] }),
    ownerId: described(v.string(), 'The account that added it (`usr_`).'),
    active: described(v.boolean(), 'Whether the registry lists it as active.'),
    classification: described(
      v.object({
        id: described(v.picklist([1, 2, 3, 4, 5]), 'Its number.'),
        label: described(v.string(), 'Its name.'),
      }),
      'The kind of business.',
    ),
    profile: described(
      v.object({
        natureOfBusiness: known('What it does.'),
        businessCategory: known('The category that the registry puts it in.'),
        businessDescription: known('What its owner says of it.'),
        businessCommencementDate: known('When it began to do business (`YYYY-MM-DD`).'),
        registrationDate: known('When it was registered (`YYYY-MM-DD`).'),
        registrationApproved: described(v.boolean(), 'Whether the registry has approved its registration.'),
        companyDetails: described(v.boolean(), 'Whether the registry has more of it than name, number and status.'),
        logoUrl: known('Where its logo is.'),
      }),
      'What it is.',
    ),
    contact: described(
      v.object({
        email: known('Its e-mail address.'),
        address: known('House and street.'),
        city: known('The city.'),
        state: known('The state.'),
        lga: known('The local government area.'),
      }),
      'How it is reached: what its owner states, else what the registry has.',
    ),
    tax: described(
      v.object({
        firsTin: known('The number that the federal tax service knows it by, once verified.'),
        jtbtin: known('The number that the Joint Tax Board knows it by, once verified.'),
        firsttin_pending: described(v.boolean(), 'Whether no number of the federal tax service is verified yet.'),
      }),
      'Its tax numbers.',
    ),
    shares: described(
      v.object({
        shareCapital: described(v.nullable(v.number()), 'The share capital in naira.'),
        dividedInto: known('What the capital is divided into.'),
        shareHolderDetails: described(v.array(shareholderBody), 'Who holds the shares.'),
      }),
      'Its shares.',
    ),
    registrarInfo: described(
      v.nullable(
        v.object({ name: described(v.string(), 'Who registered it.'), office: known('The office of the registry.') }),
      ),
      'Who registered it; null when the registry does not say.',
    ),
    socials: described(
      v.object({
        website: known('Its website.'),
        facebook: known('Its page on Facebook.'),
        instagram: known('Its profile on Instagram.'),
        linkedin: known('Its page on LinkedIn.'),
        twitter: known('Its profile on X.'),
        tiktok: known('Its profile on TikTok.'),
      }),
      'Where it is online, as its owner states.',
    ),
    svc_tools: described(
      v.object({
        svc_mark: described(v.number(), 'How much of it is verified, 0 to 100.', {
          type: 'integer',
          minimum: 0,
          maximum: 100,
        }),
        activeBank: verified('a bank account'),
        social_verified: verified('its presence online'),
        cacert_verified: verified('its certificate of incorporation'),
        cacreport_verified: verified('its status report'),
        memartVerified: verified('its memorandum and articles'),
        firstaxClearance_vr: verified('its tax clearance certificate'),
      }),
      'What has been verified.',
    ),
    documents: described(
      v.object({ cacCertificateUrl: known('Where its verified certificate can be loaded from, for 15 minutes.') }),
      'Its documents.',
    ),
    stats: described(
      v.object({
        view_count: described(v.number(), 'How often other accounts have read it as a vendor.', { type: 'integer' }),
        search_view_count: described(
          v.number(),
          'How often searches of other accounts have found it in their watchlists.',
          {
            type: 'integer',
          },
        ),
      }),
      'How often others look at it.',
    ),
  }),
  'Company',
  'A company of yours.',
);
