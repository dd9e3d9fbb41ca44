/** The client for whom letters are issued: its name, and its codes joined by commas. */
export type VobClient = { name: string; codes: string }
