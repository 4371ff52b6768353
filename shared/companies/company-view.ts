import type * as v from 'valibot';
import type { FileAddress } from '#shared/platform/object-store';
import type { ClassificationId } from '#shared/sources/ports';
import type { companyBody } from './company-body.ts';
import type { OwnedCompany } from './company-repository.ts';
import { NO_READS, type ReadCounts } from './read-counts.ts';
import { svcMark } from './svc-mark.ts';

type CompanyRecord = v.InferOutput<typeof companyBody>;

const LABELS: Readonly<Record<ClassificationId, string>> = {
  1: 'Business name',
  2: 'Company',
  3: 'Incorporated trustees',
  4: 'Limited partnership',
  5: 'Limited liability partnership',
};

/** The owner's statement if there is one, else the registry's; an owner can state that there is none. */
const statedOr = (stated: string | null | undefined, registered: string | undefined): string | null =>
  stated === undefined ? (registered ?? null) : stated;

const profileOf = ({ registry, businessDescription }: OwnedCompany): CompanyRecord['profile'] => ({
  natureOfBusiness: registry.natureOfBusiness ?? null,
  businessCategory: registry.businessCategory ?? null,
  businessDescription: businessDescription ?? null,
  businessCommencementDate: registry.commencementDate ?? null,
  registrationDate: registry.registrationDate ?? null,
  // A company only has a record if the registry has registered it.
  registrationApproved: true,
  companyDetails: Object.keys(registry).length > 0,
  logoUrl: null,
});

const contactOf = ({ registry, ...stated }: OwnedCompany): CompanyRecord['contact'] => ({
  email: statedOr(stated.contactEmail, registry.email),
  address: statedOr(stated.contactAddress, registry.address),
  city: statedOr(stated.contactCity, registry.city),
  state: statedOr(stated.contactState, registry.state),
  lga: statedOr(stated.contactLga, registry.lga),
});

const sharesOf = ({ registry }: OwnedCompany): CompanyRecord['shares'] => ({
  shareCapital: registry.shareCapital ?? null,
  dividedInto: registry.dividedInto ?? null,
  shareHolderDetails: (registry.shareholders ?? []).map(({ name, shareType, numberOfShares, percentage }) => ({
    name,
    shareType: shareType ?? null,
    numberOfShares: numberOfShares ?? null,
    percentage: percentage ?? null,
  })),
});

const socialsOf = (company: OwnedCompany): CompanyRecord['socials'] => ({
  website: company.website ?? null,
  facebook: company.facebook ?? null,
  instagram: company.instagram ?? null,
  linkedin: company.linkedin ?? null,
  twitter: company.twitter ?? null,
  tiktok: company.tiktok ?? null,
});

/** Shows a company to its owner. @param cacCertificateUrl the download URL of its verified certificate. */
const viewWith = (company: OwnedCompany, reads: ReadCounts, cacCertificateUrl: string | null): CompanyRecord => ({
  id: company.id,
  companyName: company.companyName,
  rcNumber: company.rcNumber,
  ownerId: company.ownerId,
  active: company.active,
  classification: { id: company.classificationId, label: LABELS[company.classificationId] },
  profile: profileOf(company),
  contact: contactOf(company),
  tax: {
    firsTin: company.firsTin ?? null,
    jtbtin: company.jtbTin ?? null,
    firsttin_pending: company.firsTin === undefined,
  },
  shares: sharesOf(company),
  registrarInfo: company.registry.registrar ? { office: null, ...company.registry.registrar } : null,
  socials: socialsOf(company),
  svc_tools: {
    svc_mark: svcMark(company),
    cacert_verified: company.cacCertificateVerified,
    // No check has a source for these.
    activeBank: false,
    social_verified: false,
    cacreport_verified: false,
    memartVerified: false,
    firstaxClearance_vr: false,
  },
  documents: { cacCertificateUrl },
  stats: { view_count: reads.viewCount, search_view_count: reads.searchViewCount },
});

/** Shows a newly added company, which cannot have documents yet, to its owner. */
export const addedCompanyView = (company: OwnedCompany, reads: ReadCounts = NO_READS): CompanyRecord =>
  viewWith(company, reads, null);

/** Shows a company to its owner, with download URLs of its documents that work for 15 minutes. */
export const companyView = async (
  company: OwnedCompany,
  reads: ReadCounts,
  addressOf: FileAddress,
): Promise<CompanyRecord> => {
  const { cacCertificateKey } = company;
  return viewWith(company, reads, cacCertificateKey === undefined ? null : await addressOf(cacCertificateKey));
};
