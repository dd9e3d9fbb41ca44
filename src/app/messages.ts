/** Every sentence that starting and looking after the portal says. */
export const messages = {
  starting: 'The portal is starting.',
  migrating: 'The database is being migrated.',
  loadingPlaces: 'The places of the world are being loaded.',
  loadingDemonstration: 'The demonstration data is being loaded.',
  ready: (address: string) => `The portal is ready at ${address}`,
  documentsMissing: (missing: number, lookedFor: number, dataDir: string) =>
    `Checked ${lookedFor} documents named in the database; ${missing} ${missing === 1 ? 'is' : 'are'} missing from ${dataDir}. Check DATA_DIR, or restore the documents from the backup.`,
  stopping: 'Finishing what is running, then stopping.',
  portTaken: (port: number) =>
    `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
  metricsPortTaken: (port: number) =>
    `Port ${port} for the metrics cannot be opened. Stop what uses it, or set METRICS_PORT to another.`,
  portNeedsRights: (port: number) =>
    `Port ${port} needs rights this user does not have. Choose one above 1023: PORT=3000 npm start`,
  addressElsewhere: (host: string) =>
    `${host} is not an address of this machine. Choose another: HOST=127.0.0.1 npm start`,
  cannotListen: (host: string, port: number, code: string | undefined) =>
    `The portal cannot listen on ${host}:${port} (${code}). Choose another HOST and PORT.`,
} as const
