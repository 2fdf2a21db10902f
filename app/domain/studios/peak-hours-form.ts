/** What the form of a studio's peak hours sends: up to three spans. */
import * as z from 'zod'
import { formKey } from '#app/domain/people/person-fields.ts'
import { keptPeakHours, type PeakSpan, parsePeakHours } from '#app/domain/scope/peak-hours.ts'

/** Numbers of the spans that the form has. */
const spanNumbers = [1, 2, 3] as const
type SpanNumber = (typeof spanNumbers)[number]

const time = z
  .union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)], {
    error: 'Enter a time like 17:00',
  })
  .default('')

const days = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => (given === undefined ? [] : [given].flat()))
  .pipe(z.array(z.enum(['1', '2', '3', '4', '5', '6', '7'], { error: 'Choose days of the week' })))
  .transform((chosen) => [...new Set(chosen)].map(Number).sort())

const fields = {
  days1: days,
  from1: time,
  until1: time,
  days2: days,
  from2: time,
  until2: time,
  days3: days,
  from3: time,
  until3: time,
}

export const peakHoursForm = z
  .object({
    key: formKey,
    /** What the page showed. */
    version: z.string().max(200).default(''),
    ...fields,
  })
  .check(({ value, issues }) => {
    for (const n of spanNumbers) {
      const { days: chosen, from, until } = spanOf(value, n)
      const wrong = (path: string, message: string) =>
        issues.push({ code: 'custom', message, path: [`${path}${n}`], input: '' })
      if (chosen.length === 0 && (from || until)) wrong('days', 'Choose at least one day')
      if (!from && (chosen.length > 0 || until)) wrong('from', 'Enter when it begins')
      if (!until && (chosen.length > 0 || from)) wrong('until', 'Enter when it ends')
      if (from && until && until <= from) wrong('until', 'Enter a time after it begins')
    }
  })
export type PeakHoursForm = z.output<typeof peakHoursForm>

const spanOf = (form: Omit<PeakHoursForm, 'key' | 'version'>, n: SpanNumber): PeakSpan => ({
  days: form[`days${n}`],
  from: form[`from${n}`],
  until: form[`until${n}`],
})

/** The peak hours of a sent form, as they are kept. */
export const peakHoursOf = (form: PeakHoursForm): string =>
  keptPeakHours(spanNumbers.map((n) => spanOf(form, n)))

/** The other way: what the fields of the form say. */
export function peakHourValues(kept: string) {
  const spans = parsePeakHours(kept)
  return spanNumbers.map((n) => {
    const { days: chosen = [], from = '', until = '' } = spans[n - 1] ?? {}
    return { n, days: chosen.map(String), from, until }
  })
}
