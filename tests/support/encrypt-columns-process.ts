// Encrypts columns in a separate process until it is killed: `encrypt-columns-process.ts ADDRESS KEYS_FILE`.
import { encryptColumns } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { attachColumnKeys, openColumnKeys } from '#platform/db/column-encryption/column-keys.ts'
import { openDatabase } from '#platform/db/database.ts'

const [address = '', keysFile = ''] = process.argv.slice(2)
const owner = openDatabase(JSON.parse(address), { connections: 2, statementTimeoutMs: 60_000 })
attachColumnKeys(owner, openColumnKeys({ DOCUMENTS_KEYS_FILE: keysFile, ENCRYPT_COLUMNS: true }))
for (;;) await encryptColumns(owner, { onProgress: (done) => process.send?.(done) })
