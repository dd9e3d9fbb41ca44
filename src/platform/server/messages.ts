/** Every sentence of the server's own workings that an operator can meet: what is wrong, what to do. */
export const messages = {
  databaseLost:
    'The connection to the database broke. Check that it runs and that its disk has room, then try again. What was finished before is kept.',
  databaseFull:
    'The disk of the database is full. Make room on it (it is that of DATA_DIR, unless DATABASE_URL is set), then try again. What was finished before is kept.',
} as const
