/** What the page of messages that were given up sends: one of them, or `all`. */
import * as z from 'zod'

export const retryForm = z.object({ message: z.string().regex(/^[0-9A-Za-z_-]{1,60}$/) })
