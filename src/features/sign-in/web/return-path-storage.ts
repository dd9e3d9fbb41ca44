import { z } from 'zod'
import { tabStore } from '#platform/web/storage.ts'

/** The page of this tab to return to after sign-in. */
export const returnPathStore = tabStore('returnTo', () => z.string())
