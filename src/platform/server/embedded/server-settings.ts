export type Durability = 'durable' | 'disposable'

const forEverybody = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  random_page_cost: '1.1',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  // One server without replicas: a bulk load into a new table needs no log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // The log names no data: no failed statements, no rows quoted in details.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const durable = { max_connections: '100', shared_buffers: '256MB' }
const disposable = {
  max_connections: '400',
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** PostgreSQL's settings for a laptop, as words of its command line. It listens on a socket in that folder only. */
export function settingWords(socketFolder: string, durability: Durability): string[] {
  const chosen = durability === 'durable' ? durable : disposable
  const settings = { ...forEverybody, ...chosen, unix_socket_directories: socketFolder }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
