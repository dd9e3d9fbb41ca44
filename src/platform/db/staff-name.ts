import { sql } from './database.ts'

/** The name of a person of `staff_user u`, as pages and files show it. Identity providers need not give a name. */
export const staffName = sql`coalesce(u.name, u.email, u.subject)`
