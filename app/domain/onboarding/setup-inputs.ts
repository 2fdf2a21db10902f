/** The inputs that the forms of a studio's set-up are made of. */
import * as z from 'zod'
import { asked, wholeNumberRules } from '#app/values/field-rules.ts'
import { amountRules, parseMinor } from '#app/values/money.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'

/** A name that is shown: one line, no control characters. */
export const line = (missing: string, most: number) =>
  z
    .string({ error: missing })
    .overwrite(tidyText)
    .min(1, { error: missing })
    .max(most, { error: `Use at most ${most} characters` })
    .regex(/^\P{Cc}*$/u, { error: 'Use no control characters' })

export const optionalLine = (most: number) =>
  line('', most)
    .optional()
    .transform((text) => text ?? '')

export const whole = (missing: string, least: number, most: number) => {
  const error = `Enter a whole number from ${least} to ${most.toLocaleString('en')}`
  const typed = z
    .string({ error: missing })
    .overwrite(tidyText)
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .refine((n) => n >= least && n <= most, { error })
  return asked(typed, wholeNumberRules(least, most))
}

const amountWords = (currency: string) =>
  `Enter an amount in ${currency}, like ${currency === 'JPY' ? '1500' : '12.50'}`

/** What a browser is told of an amount in the studio's currency. */
export const amountIn = (currency: string) => amountRules(currency, amountWords(currency))

export const price = (missing: string, currency: string) =>
  z.string({ error: missing }).transform((text, ctx) => {
    const minor = parseMinor(text, currency)
    if (minor !== null) return minor
    ctx.addIssue({
      code: 'custom',
      message: amountWords(currency),
    })
    return z.NEVER
  })

/** What a row of a form may leave empty. */
export const cell = z.string().overwrite(tidyText).optional()

/**
 * The rows of a form that are filled in, each checked separately, with what is wrong told at its own field.
 * Rows that `counts` refuses are the empty ones at the end.
 */
export function rowsOf<Cells extends Record<string, z.ZodOptional<z.ZodString>>, Row>(
  cells: Cells,
  row: z.ZodType<Row>,
  counts: (cells: Record<string, string | undefined>) => boolean,
  {
    most,
    none,
    unique,
  }: { most: number; none: string; unique?: { of: (row: Row) => string; message: string } },
) {
  return z
    .array(z.object(cells), { error: none })
    .max(most, { error: `Enter at most ${most} rows` })
    .default([])
    .transform((rows, ctx) => {
      const seen = new Set<string>()
      const found: Row[] = []
      for (const [i, typed] of rows.entries()) {
        if (!counts(typed as Record<string, string | undefined>)) continue
        const parsed = row.safeParse(typed)
        if (!parsed.success) {
          for (const { path, message } of parsed.error.issues)
            ctx.addIssue({ code: 'custom', path: [i, ...path], message })
          continue
        }
        const key = unique?.of(parsed.data).toLowerCase()
        if (key !== undefined && seen.has(key))
          ctx.addIssue({ code: 'custom', path: [i, 'name'], message: unique!.message })
        if (key !== undefined) seen.add(key)
        found.push(parsed.data)
      }
      if (found.length === 0 && ctx.issues.length === 0)
        ctx.addIssue({ code: 'custom', message: none })
      return found
    })
}
