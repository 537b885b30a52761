import { forEachProgram, type ProgramKey } from '../domain/basics/programKeys.ts';
import { boost } from './boost.ts';
import { card } from './card.ts';
import { type Program, type ProgramDefinition, programOfKey } from './define.ts';
import { harbor } from './harbor.ts';
import { headway } from './headway.ts';
import { meridian } from './meridian.ts';

const definitions: Readonly<Record<ProgramKey, ProgramDefinition>> = { headway, boost, card, 'harbor-new': harbor, 'meridian-new': meridian };

/** The programs by key, as their files define them. */
export const programsByKey: Readonly<Record<ProgramKey, Program>> = forEachProgram((key) => programOfKey(key, definitions[key]));

/** All programs, in the order of their keys. */
export const programs: readonly Program[] = Object.values(programsByKey);
