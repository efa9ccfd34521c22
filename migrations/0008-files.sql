-- Files that people send: photos and statements. Their bytes lie in DATA_DIR/files, written before the row here is: a row never lacks its file.

create table files (
  tenant_id   uuid not null references tenants (id),
  id          uuid not null,
  media_type  text not null,
  size        bigint not null check (size > 0),
  sha256      bytea not null check (length(sha256) = 32),
  -- In pixels, of pictures.
  width       integer,
  height      integer,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  check ((width is null) = (height is null))
);
call isolate('files');
