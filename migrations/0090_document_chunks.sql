-- The SHA-256 of each 256 KB of a document in an S3-compatible store, known since a process verified all of it. With
-- it, every process can verify a part without the rest. It follows from the bytes that the SHA-256 of the document
-- stands for, so it never changes.

create table document_chunks (
  sha256 text    primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size   integer not null check (size >= 0),
  hashes bytea   not null check (octet_length(hashes) = (size + 262143) / 262144 * 32)
);
grant select, insert on document_chunks to portal_app;
