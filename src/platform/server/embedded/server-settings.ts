import { totalmem } from 'node:os'

export type Durability = 'durable' | 'disposable'

const forEverybody = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Without huge pages, memory is allocated as it fills, not at the start.
  huge_pages: 'off',
  random_page_cost: '1.1',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // There are no replicas, so a bulk load into a new table needs no WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // The log contains no data: no failed statements, no quoted rows.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const durable = { max_connections: '100' }
const disposable = {
  max_connections: '400',
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

const megabyte = 1024 * 1024
const atLeast = 128
const atMost = 2048

/**
 * The cache size in megabytes: a quarter of the memory, as PostgreSQL advises, within limits. It is allocated
 * as it fills, so a small portal stays small.
 */
export function sharedBuffers(memory: number): number {
  return Math.min(Math.max(Math.floor(memory / 4 / megabyte), atLeast), atMost)
}

/** The memory of this machine, or of the container around this process, in bytes. */
function memoryHere(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/** PostgreSQL settings for a laptop as command-line arguments. It listens only on a socket in that folder. */
export function settingArguments(
  socketFolder: string,
  durability: Durability,
  memory = memoryHere(),
): string[] {
  const buffers = { shared_buffers: `${sharedBuffers(memory)}MB` }
  const chosen = durability === 'durable' ? { ...durable, ...buffers } : disposable
  const settings = { ...forEverybody, ...chosen, unix_socket_directories: socketFolder }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
