/**
 * The sandbox's own schema beside the product's tables. It holds the whole state, so that cards, banks and sales
 * survive a restart. The product's migrations do not include it: the sandbox creates it on start.
 */
export const sandboxSchema = `
  create schema if not exists sandbox;

  create table if not exists sandbox.object (
    stand_in   text not null,
    kind       text not null,
    id         text not null,
    seq        bigint generated always as identity,
    data       jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (stand_in, kind, id)
  );
  create index if not exists object_in_order on sandbox.object (stand_in, kind, seq);
  -- Events are only read in their order, and are most of all objects.
  create index if not exists object_by_value on sandbox.object using gin (data jsonb_path_ops) where kind <> 'event';
  -- Lists by time, in the order in which they are read.
  create index if not exists object_by_time on sandbox.object (stand_in, kind, (data ->> 'created'), seq);

  create table if not exists sandbox.clock (
    only_row   boolean primary key default true check (only_row),
    ahead_ms   bigint not null
  );

  create table if not exists sandbox.journal (
    id          bigint generated always as identity primary key,
    stand_in    text not null,
    at          timestamptz not null,
    method      text not null,
    path        text not null,
    body        text not null,
    status      integer,
    fault       text,
    duration_ms integer not null
  );
  create index if not exists journal_by_stand_in on sandbox.journal (stand_in, id);

  create table if not exists sandbox.webhook (
    id           text primary key,
    seq          bigint generated always as identity,
    stand_in     text not null,
    event        text not null,
    url          text not null,
    body         text not null,
    headers      jsonb not null,
    attempts     integer not null default 0,
    next_at      timestamptz not null,
    last_status  text,
    finished_at  timestamptz,
    outcome      text check (outcome in ('delivered', 'dropped')),
    created_at   timestamptz not null
  );
  create index if not exists webhook_waiting on sandbox.webhook (next_at) where finished_at is null;
`;
