/** What an act on several invoices sends. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

export const bulkInvoiceActs = ['mail', 'write_off', 'void'] as const
export type BulkInvoiceAct = (typeof bulkInvoiceActs)[number]

/** Invoices that one press acts on at most: those of a page. */
export const mostAtOnce = 50

const id = z.string().max(60)

export const bulkIds = z
  .union([z.array(id), id.transform((one) => [one])], { error: 'Choose invoices' })
  .optional()
  .transform((given) => given ?? [])
  .refine((all) => all.length > 0 && all.length <= mostAtOnce, { error: 'Choose invoices' })

const act = z.enum(bulkInvoiceActs, { error: 'Reload the page and try again' })

const closing = z
  .string({ error: 'Say why' })
  .overwrite(tidyText)
  .min(1, { error: 'Say why' })
  .max(200, { error: 'Write at most 200 characters' })

const sent = { key: formKey, act, i: bulkIds }

/** Mailing needs no reason. */
export const bulkMailForm = z.object({ ...sent, reason: z.string().max(0).default('') })
export const bulkCloseForm = z.object({ ...sent, reason: closing })
