/**
 * The application that the server belongs to. An application must never change its names and paths,
 * because they locate and open existing data.
 */
export type Application = {
  /** The name of the application in messages, such as `the portal`. */
  title: string
  database: string
  /** The role that owns the database. */
  ownerRole: string
  /** The role that serves requests and owns nothing. */
  appRole: string
  /**
   * A folder that every user can enter. It holds the data and the binaries if root runs the application from a
   * folder that PostgreSQL's own user cannot enter.
   */
  sharedDir: string
  /** The prefix of folder names in /tmp and /dev/shm. */
  tempPrefix: string
  /** The settings that messages advise the operator to change. */
  settings: {
    /** The setting of the data folder, and an example of its value. */
    dataDir: [name: string, example: string]
    /** The setting that replaces this server with another one, and an example of its value. */
    databaseUrl: [name: string, example: string]
  }
}
