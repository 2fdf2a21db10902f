/**
 * What a person may say about themselves, and how it must be written. Pure, so that the form and
 * the use case share it.
 */
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { writtenPhone, writtenPhoneRules, writtenPhoneWords } from '#app/values/phone.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { isLocalDate, type LocalDate } from '#app/values/zone.ts'

export type MyDetails = {
  name: string
  /** What coaches call them; empty means the first word of `name`. */
  preferredName: string
  /** As they say it: `she/her`. */
  pronouns: string
  phone: string
  /** Where post reaches them, on one line. */
  address: string
  /** A local date; null when not given. */
  birthDate: LocalDate | null
  emergencyName: string
  emergencyPhone: string
  /** What is kept of their photo; empty is none. */
  photo: string
  /** Others in a class may read their first name. */
  showsName: boolean
}

/** What a form says: a field it does not name stays. */
export type SaidDetails = { [Field in keyof MyDetails]?: MyDetails[Field] | undefined }

/** What the form says for taking the photo away: an empty field says nothing. */
export const noPhoto = 'none'

/** Nobody who trains was born before. */
export const earliestBirthDate: LocalDate = '1900-01-01'

const longest = { name: 80, preferredName: 40, pronouns: 40, address: 200 }

const withoutControls = /^\P{Cc}*$/u

function line(what: string, most: number) {
  return z
    .string({ error: `Enter ${what}` })
    .overwrite(tidyText)
    .max(most, { error: `Enter ${what} of at most ${most} characters` })
    .regex(withoutControls, { error: `Enter ${what} without control characters` })
}

// A field left empty arrives as none.
const optional = (field: z.ZodType<string>) => field.optional().transform((text) => text ?? '')

const phone = asked(
  z
    .string()
    .overwrite(tidyText)
    .refine((text) => text === '' || writtenPhone.test(text), {
      error: writtenPhoneWords,
    }),
  writtenPhoneRules,
)

/** What can be said where the studio keeps the details itself. */
export const photoAndName = z.object({
  version: versionField,
  photo: z
    .string()
    .max(1_100)
    .optional()
    .transform((kept) => (kept === noPhoto ? '' : kept)),
  /** Only a form that asks says something about being named: `named` is sent with the box. */
  named: z.literal('asked').optional(),
  showsName: z.literal('on').optional(),
})

/**
 * The form of "My details"; `today` is the studio's date. Fields it does not name have no effect.
 */
export function myDetailsSchema(today: LocalDate) {
  return photoAndName.extend({
    name: line('your name', longest.name).min(1, { error: 'Enter your name' }),
    preferredName: optional(line('a name', longest.preferredName)),
    pronouns: optional(line('pronouns', longest.pronouns)),
    phone: optional(phone),
    address: optional(line('an address', longest.address)),
    birthDate: asked(z.string().overwrite(tidyText), { min: earliestBirthDate, max: today })
      .optional()
      .transform((text) => text || null)
      .superRefine((date, ctx) => {
        if (date === null) return
        if (!isLocalDate(date))
          ctx.addIssue({ code: 'custom', message: 'Enter a date that exists' })
        else if (date > today) ctx.addIssue({ code: 'custom', message: 'Enter a date in the past' })
        else if (date < earliestBirthDate)
          ctx.addIssue({ code: 'custom', message: 'Enter a year from 1900' })
      }),
    emergencyName: optional(line('a name', longest.name)),
    emergencyPhone: optional(phone),
  })
}

/** What a form has said, with the version it was opened at. */
export function toSaid({
  version,
  named,
  showsName,
  ...said
}: z.output<typeof photoAndName> & Partial<Omit<MyDetails, 'photo' | 'showsName'>>): {
  version: number
  said: SaidDetails
} {
  return { version, said: named ? { ...said, showsName: showsName === 'on' } : said }
}
