import { noteChanges } from './changes.ts';
import { changesOfModels } from './changesOfModels.ts';
import { prismaOf } from './client.ts';
import type { Reading, Transaction } from './database.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { readReceiver } from './receiverRow.ts';
import type { ReceiverScope } from './scope.ts';

/*
 * Restricts queries to one receiver. Services hold a `Database` or a `Transaction`, on which nothing can be called.
 * `databaseOf(transaction, scope)` opens the models whose rows belong to a receiver: it fills in `receiver_id` wherever
 * Prisma wants one, and the types leave it out, so a caller cannot name another receiver. Queries that find a receiver,
 * work across receivers, or need SQL are named functions in `db/queries`.
 *
 * The types below are Prisma's own, without `receiver_id`. A model belongs to a receiver when its rows have a `receiver_id`
 * that is never null, so a new model of that kind is included automatically.
 */

/** Removes a key from a type and refuses it in values made elsewhere as well. Works on each member of a union, which `Omit` alone would merge. */
type Without<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> & { readonly [Refused in Key]?: never } : never;

/** `{ receiver_id_token: { receiver_id, token } }` becomes `{ receiver_id_token: { token } }`. */
type CompoundKey<Where> = Extract<keyof Where, `receiver_id_${string}`>;
type OwnKey<Where> = { [Key in CompoundKey<Where>]: Record<Key, Without<NonNullable<Where[Key]>, 'receiver_id'>> }[CompoundKey<Where>];

type Logic = 'AND' | 'OR' | 'NOT';
type OwnWhere<Where> = Omit<Where, 'receiver_id' | Logic> & {
  receiver_id?: never;
  AND?: OwnWhere<Where>[];
  OR?: OwnWhere<Where>[];
  NOT?: OwnWhere<Where>;
};
type WhereOf<Model> = OwnWhere<NonNullable<Prisma.Args<Model, 'findFirst'>['where']>>;

type UniqueWhere<Where> = [CompoundKey<Where>] extends [never] ? Without<Where, 'receiver_id'> : OwnKey<Where>;
/** A complete unique key, with optional further conditions. */
type UniqueOf<Model> = UniqueWhere<Prisma.Args<Model, 'findUnique'>['where']>;

type NewRow<Model> = Without<Exclude<Prisma.Args<Model, 'createMany'>['data'], readonly unknown[]>, 'receiver_id'>;
type Changes<Model> = Without<Prisma.Args<Model, 'updateMany'>['data'], 'receiver_id'>;

type SelectOf<Model> = NonNullable<Prisma.Args<Model, 'findFirst'>['select']>;
type OrderOf<Model> = NonNullable<Prisma.Args<Model, 'findFirst'>['orderBy']>;
/** A row with its selected columns, or all of them. */
type Row<Model, Select> = Prisma.Result<Model, Select extends object ? { select: Select } : object, 'findFirstOrThrow'>;

interface Query<Model, Select> {
  where?: WhereOf<Model>;
  orderBy?: OrderOf<Model>;
  select?: Select;
}

interface QueryOfMany<Model, Select> extends Query<Model, Select> {
  take?: number;
  skip?: number;
  cursor?: UniqueOf<Model>;
}

/** One receiver's rows of a model: Prisma's methods under their own names, without the receiver. */
interface OwnRows<Model> {
  findUnique<Select extends SelectOf<Model> | undefined = undefined>(query: { where: UniqueOf<Model>; select?: Select }): Promise<Row<Model, Select> | null>;
  findUniqueOrThrow<Select extends SelectOf<Model> | undefined = undefined>(query: { where: UniqueOf<Model>; select?: Select }): Promise<Row<Model, Select>>;
  findFirst<Select extends SelectOf<Model> | undefined = undefined>(query?: Query<Model, Select>): Promise<Row<Model, Select> | null>;
  findMany<Select extends SelectOf<Model> | undefined = undefined>(query?: QueryOfMany<Model, Select>): Promise<Row<Model, Select>[]>;
  count(query?: { where?: WhereOf<Model> }): Promise<number>;
  create(change: { data: NewRow<Model> }): Promise<Row<Model, undefined>>;
  createMany(change: { data: NewRow<Model>[]; skipDuplicates?: boolean }): Promise<Prisma.BatchPayload>;
  update(change: { where: UniqueOf<Model>; data: Changes<Model> }): Promise<Row<Model, undefined>>;
  updateMany(change: { where?: WhereOf<Model>; data: Changes<Model> }): Promise<Prisma.BatchPayload>;
  upsert(change: { where: UniqueOf<Model>; create: NewRow<Model>; update: Changes<Model> }): Promise<Row<Model, undefined>>;
  delete(change: { where: UniqueOf<Model> }): Promise<Row<Model, undefined>>;
  deleteMany(change?: { where?: WhereOf<Model> }): Promise<Prisma.BatchPayload>;
}

type ReceiverModel = PrismaClient['receiver'];
type OwnConditions = Without<NonNullable<Prisma.Args<ReceiverModel, 'findFirst'>['where']>, 'id' | Logic>;
type OwnChanges = Without<Prisma.Args<ReceiverModel, 'updateMany'>['data'], 'id'>;

/** The receiver's own record: its key is known, so only further conditions are given. */
interface OwnReceiver {
  findUnique<Select extends SelectOf<ReceiverModel> | undefined = undefined>(query?: { select?: Select }): Promise<Row<ReceiverModel, Select> | null>;
  findUniqueOrThrow<Select extends SelectOf<ReceiverModel> | undefined = undefined>(query?: { select?: Select }): Promise<Row<ReceiverModel, Select>>;
  update(change: { data: OwnChanges }): Promise<void>;
  /** Changes the record if the conditions hold; `count` says whether they did. */
  updateMany(change: { where: OwnConditions; data: OwnChanges }): Promise<Prisma.BatchPayload>;
}

type ModelName = Exclude<Uncapitalize<Prisma.ModelName>, 'receiver'>;
type OwnModelName = { [Name in ModelName]: Row<PrismaClient[Name], undefined> extends { receiver_id: string } ? Name : never }[ModelName];

/** Models whose rows have sums, and those of the sums: the statement that writes the rows keeps these (`db/queries`). */
type SummedModel = 'cardDay' | 'cardTransaction' | 'cardTransactionCount' | 'ledgerBalance' | 'ledgerTransfer';

/** All rows that belong to one receiver. */
export type ScopedDatabase = {
  readonly [Name in OwnModelName]: Name extends SummedModel ? Pick<OwnRows<PrismaClient[Name]>, ReadingMethod> : OwnRows<PrismaClient[Name]>;
} & { readonly receiver: OwnReceiver };

type ReadingMethod = 'findUnique' | 'findUniqueOrThrow' | 'findFirst' | 'findMany' | 'count';

/** All rows that belong to one receiver, to be read only. */
export type ScopedReading = { readonly [Name in keyof ScopedDatabase]: Pick<ScopedDatabase[Name], Extract<keyof ScopedDatabase[Name], ReadingMethod>> };

type Words = Readonly<Record<string, unknown>>;
/** A Prisma model as it is called here, whichever it is. The types above restrict its input and output. */
type AnyModel = Record<keyof OwnRows<never>, (query: Words) => Promise<never>>;

/** Adds the receiver to conditions: inside the unique key they name, or beside the others. */
function narrowed(where: Words | undefined, receiverId: string): Words {
  const conditions = Object.entries(where ?? {});
  if (!conditions.some(([name]) => name.startsWith('receiver_id_'))) return { ...where, receiver_id: receiverId };
  return Object.fromEntries(
    conditions.map(([name, value]) => [name, name.startsWith('receiver_id_') ? { ...(value as Words), receiver_id: receiverId } : value]),
  );
}

/** Tells of a write that has run. */
type Wrote = <Written>(written: Written) => Written;

function rowsOf(model: AnyModel, receiverId: string, wrote: Wrote): AnyModel {
  const owned = (data: unknown) => ({ ...(data as Words), receiver_id: receiverId });
  const found = (query: Words = {}) => ({
    ...query,
    where: narrowed(query.where as Words | undefined, receiverId),
    ...(query.cursor !== undefined && { cursor: narrowed(query.cursor as Words, receiverId) }),
  });
  return {
    findUnique: (query) => model.findUnique(found(query)),
    findUniqueOrThrow: (query) => model.findUniqueOrThrow(found(query)),
    findFirst: (query) => model.findFirst(found(query)),
    findMany: (query) => model.findMany(found(query)),
    count: (query) => model.count(found(query)),
    create: (change) => model.create({ ...change, data: owned(change.data) }).then(wrote),
    createMany: (change) => model.createMany({ ...change, data: (change.data as Words[]).map(owned) }).then(wrote),
    update: (change) => model.update(found(change)).then(wrote),
    updateMany: (change) => model.updateMany(found(change)).then(wrote),
    upsert: (change) => model.upsert({ ...found(change), create: owned(change.create) }).then(wrote),
    delete: (change) => model.delete(found(change)).then(wrote),
    deleteMany: (change) => model.deleteMany(found(change)).then(wrote),
  };
}

interface Selecting {
  select?: object;
}

/** A whole record is read without Prisma, which takes several times as long for its many columns. */
function recordOf(model: AnyModel, id: string, wrote: Wrote, reading: Reading) {
  const find = async (query?: Selecting) => (query?.select ? model.findUnique({ ...query, where: { id } }) : readReceiver(reading, id));
  return {
    findUnique: find,
    async findUniqueOrThrow(query?: Selecting) {
      const receiver = await find(query);
      if (receiver === null) throw new Error('there is no such receiver');
      return receiver;
    },
    update: async (change: Words) => void wrote(await model.update({ ...change, where: { id }, select: { id: true } })),
    updateMany: (change: { where: Words; data: Words }) => model.updateMany({ ...change, where: { ...change.where, id } }).then(wrote),
  };
}

/** Returns whether a write changed any row; one of many rows may have found none. */
function changedSomething(written: unknown): boolean {
  return !(typeof written === 'object' && written !== null && 'count' in written && written.count === 0);
}

class OwnRowsOfEach {
  readonly reading: Reading;
  readonly models: Readonly<Record<string, AnyModel>>;
  readonly receiverId: string;

  constructor(reading: Reading, { receiverId }: ReceiverScope) {
    this.reading = reading;
    // Calls pass any model's words on untyped; `ScopedDatabase` restores each model's own types.
    this.models = prismaOf(reading) as unknown as Readonly<Record<string, AnyModel>>;
    this.receiverId = receiverId;
  }
}

for (const modelName of Object.values(Prisma.ModelName)) {
  // The language has no type for this change of the first letter.
  const name = `${modelName.charAt(0).toLowerCase()}${modelName.slice(1)}` as Uncapitalize<Prisma.ModelName>;
  const open = modelName === 'Receiver' ? recordOf : rowsOf;
  Object.defineProperty(OwnRowsOfEach.prototype, name, {
    get(this: OwnRowsOfEach) {
      const wrote: Wrote = (written) => {
        if (changedSomething(written)) noteChanges(this.reading, this, changesOfModels[name]);
        return written;
      };
      return open(this.models[name] as AnyModel, this.receiverId, wrote, this.reading);
    },
  });
}

/** Opens the rows of one receiver, in a transaction or directly in the database; of a reading, only to be read. Runs no statement itself. */
export function databaseOf(transaction: Transaction, scope: ReceiverScope): ScopedDatabase;
export function databaseOf(reading: Reading, scope: ReceiverScope): ScopedReading;
export function databaseOf(reading: Reading, scope: ReceiverScope): ScopedDatabase {
  return new OwnRowsOfEach(reading, scope) as unknown as ScopedDatabase;
}

/** A new row of a model, without the receiver. */
export type NewRowOf<Name extends OwnModelName> = NewRow<PrismaClient[Name]>;
/** Changes to a model's rows, without the receiver. */
export type ChangesOf<Name extends OwnModelName | 'receiver'> = Name extends OwnModelName ? Changes<PrismaClient[Name]> : OwnChanges;
