import type { Config } from '../config.ts';
import { DomainError } from '../domain/basics/errors.ts';
import { forEachProgram } from '../domain/basics/programKeys.ts';
import { programs, programsByKey } from './all.ts';
import type { Program, ResolvedProgram, ResolvedPrograms } from './define.ts';

export type { Program, ResolvedProgram, ResolvedPrograms } from './define.ts';

export const defaultProgram: Program = programsByKey.headway;

const byKey = new Map<string, Program>(programs.map((program) => [program.key, program]));

/** A host name with at most one trailing dot and at most one port. IPv6 addresses do not match, because no program has one as its host. */
const HOST = /^([a-z0-9.-]*[a-z0-9-])\.?(?::\d*)?$/;

/** Returns the program of a Host header, or the default program for an unknown host. Ignores case, port and a trailing dot. */
export function programByHost(host: string | undefined): Program;
export function programByHost(host: string | undefined, among: ResolvedPrograms): ResolvedProgram;
export function programByHost(host: string | undefined, among?: ResolvedPrograms): Program {
  const name = HOST.exec(host?.trim().toLowerCase() ?? '')?.[1];
  const candidates: readonly Program[] = among ? Object.values(among) : programs;
  return candidates.find((program) => name !== undefined && program.hosts.includes(name)) ?? among?.[defaultProgram.key] ?? defaultProgram;
}

/** Returns the program with this key, or undefined: a stored key may belong to a program that no longer exists. */
export function programByKey(key: string): Program | undefined {
  return byKey.get(key);
}

/** The settings that programs have addresses of. */
interface ProgramSettings extends Pick<Config, 'publicUrl' | 'hosts'> {
  propelauth: Pick<Config['propelauth'], 'authUrls'>;
  mail: Pick<Config['mail'], 'senders'>;
}

/**
 * Returns the programs with the addresses from the settings. Throws a DomainError `missing_auth_url` with the text
 * `Missing auth URL for whitelabel: {program}` for the first program without a hosted sign-in.
 */
export function resolvePrograms(config: ProgramSettings): ResolvedPrograms {
  const resolve = (program: Program): ResolvedProgram => {
    const authUrl = config.propelauth.authUrls[program.settingName];
    if (!authUrl) throw new DomainError('missing_auth_url', { program: program.key }, `Missing auth URL for whitelabel: ${program.key}`);
    const hosts = [...config.hosts[program.settingName], ...program.hosts] as [string, ...string[]];
    const sender = { name: program.name, address: config.mail.senders[program.settingName] };
    return { ...program, hosts, authUrl, siteUrl: siteUrl({ ...program, hosts }, config.publicUrl), sender };
  };
  return forEachProgram((key) => resolve(programsByKey[key]));
}

/** Returns a program's address: the public address for the default program; for the others, their own host with its scheme and port. */
function siteUrl(program: Program, publicUrl: string): string {
  if (program.key === defaultProgram.key) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = program.hosts[0];
  return url.origin;
}
