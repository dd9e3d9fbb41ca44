import { z } from 'zod'

// Zod compiles its schemas with `new Function` where it may; the content security policy forbids that, and
// even the attempt is reported. This stands before the first schema is used.
z.config({ jitless: true })
