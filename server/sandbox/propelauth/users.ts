import { randomBytes, randomUUID, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { ProgramSettingName } from '../../config.ts';
import type { SandboxCore } from '../core/core.ts';

/** A user of one program, with the provider's field names. Times are Unix seconds. */
export interface User {
  user_id: string;
  program: ProgramSettingName;
  email: string;
  email_confirmed: boolean;
  /** `salt:hash:cost` of scrypt, the first two in base64; null for a user without a password. */
  password_hash: string | null;
  username?: string;
  first_name?: string;
  last_name?: string;
  picture_url?: string;
  locked: boolean;
  enabled: boolean;
  mfa_enabled: boolean;
  can_create_orgs: boolean;
  created_at: number;
  last_active_at: number;
  legacy_user_id?: string;
  properties: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

export interface NewUser {
  email: string;
  password?: string | undefined;
  email_confirmed?: boolean | undefined;
  username?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  properties?: Record<string, unknown> | undefined;
}

/** The mistakes in a user's data, by field, in the provider's words. */
export class InvalidUser extends Error {
  readonly fields: Readonly<Record<string, string[]>>;
  constructor(fields: Record<string, string[]>) {
    super(Object.values(fields).flat().join(' '));
    this.name = 'InvalidUser';
    this.fields = fields;
  }
}

export interface Users {
  create(program: ProgramSettingName, user: NewUser): Promise<User>;
  byId(program: ProgramSettingName, userId: string): Promise<User | undefined>;
  byEmail(program: ProgramSettingName, email: string): Promise<User | undefined>;
  byUsername(program: ProgramSettingName, username: string): Promise<User | undefined>;
  list(program: ProgramSettingName): Promise<User[]>;
  /** Changes a user. Throws InvalidUser when another user has the email address or user name. */
  update(program: ProgramSettingName, userId: string, change: Partial<Omit<User, 'user_id' | 'program'>>): Promise<User | undefined>;
  setPassword(program: ProgramSettingName, userId: string, password: string): Promise<User | undefined>;
  /** Returns the user when the password is theirs. Takes equally long for an unknown address. */
  authenticate(program: ProgramSettingName, email: string, password: string): Promise<User | undefined>;
  remove(program: ProgramSettingName, userId: string): Promise<boolean>;
}

export const minimumPasswordLength = 8;
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The passwords here are invented, and everything about them starts and stops many times a day. */
const cost = 1_024;
/** The cost of a hash that does not tell its own. */
const firstCost = 16_384;

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${(await derive(password, salt, 32, { cost })).toString('base64')}:${cost}`;
}

async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = '', storedCost = firstCost] = stored.split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64'), 32, { cost: Number(storedCost) });
  return timingSafeEqual(derived, Buffer.from(hash, 'base64'));
}

/** Returns the mistakes in an address, a user name or a password. */
function mistakes({ email, password }: { email?: string | undefined; password?: string | undefined }): Record<string, string[]> {
  return {
    ...(email !== undefined && !emailShape.test(email) && { email: ['Enter an email address, like name@example.com.'] }),
    ...(password !== undefined && password.length < minimumPasswordLength && { password: [`Use at least ${minimumPasswordLength} characters.`] }),
  };
}

export function openUsers({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>): Users {
  const records = store.collection<User>('propelauth', 'user');
  // Maps each address and user name of a program to its user: the primary key keeps them unique.
  const names = store.collection<{ user_id: string }>('propelauth', 'login_name');
  const nobody = hashPassword(randomUUID());

  const emailKey = (program: ProgramSettingName, email: string) => `${program}:email:${email.trim().toLowerCase()}`;
  const usernameKey = (program: ProgramSettingName, username: string) => `${program}:username:${username.trim().toLowerCase()}`;
  const nowSeconds = () => Math.floor(clock.machineNow().getTime() / 1000);

  async function byName(program: ProgramSettingName, key: string): Promise<User | undefined> {
    const owner = await names.get(key);
    return owner && users.byId(program, owner.user_id);
  }

  async function claimName(key: string, userId: string, field: string, taken: string): Promise<void> {
    if (!(await names.insert(key, { user_id: userId }))) throw new InvalidUser({ [field]: [taken] });
  }
  const claimEmail = (user: User) => claimName(emailKey(user.program, user.email), user.user_id, 'email', 'An account with this email address already exists.');
  const claimUsername = (user: User) =>
    user.username === undefined ? Promise.resolve() : claimName(usernameKey(user.program, user.username), user.user_id, 'username', 'This username is taken.');

  const users: Users = {
    async create(program, { password, ...given }) {
      const wrong = mistakes({ email: given.email, password });
      if (Object.keys(wrong).length > 0) throw new InvalidUser(wrong);
      const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
      const user: User = {
        email_confirmed: true,
        properties: {},
        ...filled,
        user_id: randomUUID(),
        program,
        email: given.email.trim().toLowerCase(),
        password_hash: password === undefined ? null : await hashPassword(password),
        locked: false,
        enabled: true,
        mfa_enabled: false,
        can_create_orgs: true,
        created_at: nowSeconds(),
        last_active_at: nowSeconds(),
        metadata: {},
      };
      await store.transaction(async () => {
        await claimEmail(user);
        await claimUsername(user);
        await records.insert(user.user_id, user);
      });
      return user;
    },

    async byId(program, userId) {
      const user = await records.get(userId);
      return user?.program === program ? user : undefined;
    },
    byEmail: (program, email) => byName(program, emailKey(program, email)),
    byUsername: (program, username) => byName(program, usernameKey(program, username)),
    list: (program) => records.find({ program }),

    async update(program, userId, change) {
      const wrong = mistakes({ email: change.email });
      if (Object.keys(wrong).length > 0) throw new InvalidUser(wrong);
      if (!(await users.byId(program, userId))) return undefined;
      return records.update(userId, async (before) => {
        const after: User = { ...before, ...change, ...(change.email !== undefined && { email: change.email.trim().toLowerCase() }) };
        if (after.email !== before.email) {
          await claimEmail(after);
          await names.remove(emailKey(program, before.email));
        }
        if (after.username !== before.username) {
          await claimUsername(after);
          if (before.username !== undefined) await names.remove(usernameKey(program, before.username));
        }
        return after;
      });
    },

    async setPassword(program, userId, password) {
      const wrong = mistakes({ password });
      if (Object.keys(wrong).length > 0) throw new InvalidUser(wrong);
      return users.update(program, userId, { password_hash: await hashPassword(password) });
    },

    async authenticate(program, email, password) {
      const user = await users.byEmail(program, email);
      const right = await isPassword(password, user?.password_hash ?? (await nobody));
      return right ? user : undefined;
    },

    async remove(program, userId) {
      const user = await users.byId(program, userId);
      if (!user) return false;
      return store.transaction(async () => {
        await names.remove(emailKey(program, user.email));
        if (user.username !== undefined) await names.remove(usernameKey(program, user.username));
        return records.remove(userId);
      });
    },
  };
  return users;
}
