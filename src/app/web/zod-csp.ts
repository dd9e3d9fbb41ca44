import { z } from 'zod'

// Zod compiles schemas with `new Function`; the content security policy forbids that and reports even the
// attempt. Import this before the first schema is used.
z.config({ jitless: true })
