import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './seeds.ts';

/** The part of package.json that says what is installed. */
export interface Manifest {
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

interface LockedPackage {
  version: string;
  dev?: boolean;
  optional?: boolean;
  /** Needed for development, and optional for another package. */
  devOptional?: boolean;
  /** The checksum by which npm knows that it has the right package. */
  integrity?: string;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

export const manifest = readJson('package.json') as Manifest;

/** Packages by their path, `node_modules/pg`. */
export const locked = (readJson('package-lock.json') as { packages: Readonly<Record<string, LockedPackage>> }).packages;

/** The packages of package.json that production goes without: those of development that no package of the product needs. */
export const absentInProduction: readonly string[] = Object.keys(manifest.devDependencies).filter((name) => {
  const entry = locked[`node_modules/${name}`];
  return entry?.dev === true || entry?.devOptional === true || entry?.optional === true;
});
