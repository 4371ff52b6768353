import { ComponentType, HashAlgorithm } from '@cyclonedx/cyclonedx-library/Enums';
import {
  Bom,
  Component,
  HashDictionary,
  LicenseExpression,
  LicenseRepository,
} from '@cyclonedx/cyclonedx-library/Models';
import { JsonSerializer, JSON as NormalizerFactory } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import type { BundledPackage } from './licences.ts';

/** The version of CycloneDX that it is written in. */
export const SBOM_SPEC = Spec1dot6;

/** The fields of `package-lock.json` that it reads. */
export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** The SHA-512 of a package's archive, in hex, as the lock file pins it. */
const hashesOf = ({ name, version }: BundledPackage, { packages }: LockFile): HashDictionary => {
  const [, locked] =
    Object.entries(packages).find(
      ([folder, one]) => folder.endsWith(`node_modules/${name}`) && one.version === version,
    ) ?? [];
  const [, base64] = /^sha512-(.+)$/.exec(locked?.integrity ?? '') ?? [];
  return new HashDictionary(
    base64 === undefined ? [] : [[HashAlgorithm['SHA-512'], Buffer.from(base64, 'base64').toString('hex')]],
  );
};

const componentOf = (bundled: BundledPackage, lock: LockFile): Component => {
  const { name, version, licence } = bundled;
  const purl = purlOf(name, version);
  return new Component(ComponentType.Library, name, {
    bomRef: purl,
    version,
    purl,
    hashes: hashesOf(bundled, lock),
    licenses: new LicenseRepository(licence === undefined ? [] : [new LicenseExpression(licence)]),
  });
};

/**
 * The bill of materials of what is deployed: the packages of which any bundle contains at least a byte, each with its
 * licence and the hash that the lock file pins. The same sources give the same text.
 *
 * @returns CycloneDX, as JSON.
 */
export const sbomOf = (
  packages: Iterable<BundledPackage>,
  lock: LockFile,
  { name, version }: { readonly name: string; readonly version: string },
): string => {
  const purl = purlOf(name, version);
  const bom = new Bom();
  const service = new Component(ComponentType.Application, name, { bomRef: purl, version });
  const unique = new Map([...packages].map((one) => [`${one.name}@${one.version}`, one]));
  for (const one of unique.values()) {
    const component = componentOf(one, lock);
    bom.components.add(component);
    service.dependencies.add(component.bomRef);
  }
  bom.metadata.component = service;
  return new JsonSerializer(new NormalizerFactory.Normalize.Factory(SBOM_SPEC)).serialize(bom, {
    space: 2,
    sortLists: true,
  });
};
