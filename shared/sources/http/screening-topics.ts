import type { ScreeningTopic } from '#shared/sources/ports';

/**
 * The risk tags of OpenSanctions (opensanctions.org/docs/topics) for each of our topics. Counter-sanctions are left
 * out, because those lists mostly name journalists and human rights defenders.
 */
export const LISTED_TOPICS: Readonly<Record<ScreeningTopic, readonly string[]>> = {
  sanctions: ['sanction', 'sanction.linked', 'sanction.control', 'asset.frozen'],
  pep: ['role.pep', 'role.pep.frmr', 'role.pep.intl', 'role.pep.natl', 'role.rca'],
  adverse_media: [
    'crime',
    'crime.boss',
    'crime.cyber',
    'crime.env',
    'crime.fin',
    'crime.fraud',
    'crime.terror',
    'crime.theft',
    'crime.traffick',
    'crime.traffick.drug',
    'crime.traffick.human',
    'crime.war',
    'forced.labor',
    'corp.disqual',
    'debarment',
    'poi',
    'reg.action',
    'reg.warn',
    'wanted',
  ],
};
