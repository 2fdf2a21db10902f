/**
 * What the forms of a studio's set-up ask. An empty input arrives as none, so messages are on the
 * type.
 */
import * as z from 'zod'
import { rateField } from '#app/domain/billing/settings/billing-settings-form.ts'
import { documentText } from '#app/domain/documents/document-forms.ts'
import { lookFields } from '#app/domain/studios/brand/look-form.ts'
import { contactFields } from '#app/domain/studios/contact-fields.ts'
import { asked, wholeNumberRules } from '#app/values/field-rules.ts'
import { currencies } from '#app/values/money.ts'
import { slugFrom, slugLength } from '#app/values/slug/slug.ts'
import { slugProblem } from '#app/values/slug/slug-problem.ts'
import { zoneNamed } from '#app/values/zone.ts'
import { packByKey } from './discipline-packs.ts'
import { amountIn, cell, line, optionalLine, price, rowsOf, whole } from './setup-inputs.ts'

export const lateKinds = ['nothing', 'credit', 'fee', 'both'] as const
/** What a late cancel costs: nothing, the credit, a fee, or both. */
export type LateKind = (typeof lateKinds)[number]

/** Step 1. Without a slug one is made of the name. */
export const studioFields = z
  .object({
    name: line('Enter the name of your studio', 60),
    slug: asked(z.string().trim().toLowerCase().optional(), { maxLength: slugLength }),
    timeZone: z
      .string({ error: 'Choose your time zone' })
      .transform((typed) => zoneNamed(typed) ?? '')
      .refine((zone) => zone !== '', { error: 'Choose a time zone from the list' }),
    currency: z.enum(currencies, { error: 'Choose a currency from the list' }),
    town: line('Enter your town', 60),
    disciplines: z
      .array(
        z.string().refine((key) => packByKey(key) !== undefined, { error: 'Choose from the list' }),
      )
      .max(20, { error: 'Choose from the list' })
      .transform((keys) => [...new Set(keys)])
      .refine((keys) => keys.length > 0, { error: 'Choose at least one' }),
  })
  .transform((studio, ctx) => {
    const slug = studio.slug ?? slugFrom(studio.name)
    const message = slugProblem(slug, studio.slug !== undefined)
    if (!message) return { ...studio, slug }
    ctx.addIssue({ code: 'custom', path: ['slug'], message })
    return z.NEVER
  })

export const mostRooms = 8
export const mostClassTypes = 60
export const mostWeekly = 48

/** A room of step 2. */
export const roomRow = z.object({
  name: line('Enter a name for the room', 40),
  capacity: whole('Enter its capacity', 1, 1_000),
})

/** Step 2: where it is, how people reach it, and the rooms with how many people fit in. */
export const roomFields = z.object({
  location: line('Enter a name for the location, such as its street', 60),
  address: optionalLine(120),
  ...contactFields,
  rooms: rowsOf(
    { name: cell, capacity: cell },
    roomRow,
    ({ name, capacity }) => Boolean(name || capacity),
    {
      most: mostRooms,
      none: 'Enter at least one room',
      unique: { of: ({ name }) => name, message: 'Give each room its own name' },
    },
  ),
})

/** A class of step 3. */
export const classRow = z.object({
  pack: z.string({ error: 'Choose a discipline' }),
  key: z.string().max(40).optional(),
  name: line('Enter a name for the class', 40),
  minutes: whole('Enter how many minutes it lasts', 5, 720),
  fromRung: z
    .string()
    .regex(/^[1-9]$/, { error: 'Choose from the list' })
    .optional()
    .transform((rung) => (rung ? Number(rung) : null)),
})

/** Step 3: ticked classes of the packs, and the owner's own at the end (without a key). */
export const classFields = z.object({
  classes: rowsOf(
    { on: cell, pack: cell, key: cell, name: cell, minutes: cell, fromRung: cell },
    classRow,
    ({ on, key, name, minutes }) => on === 'on' || Boolean(!key && (name || minutes)),
    {
      most: mostClassTypes,
      none: 'Tick at least one class, or enter your own',
      unique: { of: ({ name }) => name, message: 'Give each class its own name' },
    },
  ),
})

/** A class of the week in step 4. */
export const weekRow = z.object({
  weekday: z
    .string({ error: 'Choose a day' })
    .regex(/^[1-7]$/, { error: 'Choose a day' })
    .transform(Number),
  time: z
    .string({ error: 'Enter a time, like 18:30' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter a time, like 18:30' }),
  classId: z.string({ error: 'Choose a class' }),
  roomId: z.string({ error: 'Choose a room' }),
  capacity: whole('Enter how many places it has', 1, 1_000),
})

/**
 * Step 4: classes of a week. A time in spring that the clocks skip is moved forward when its day
 * comes (R5).
 */
export const weekFields = z.object({
  classes: rowsOf(
    { weekday: cell, time: cell, classId: cell, roomId: cell, capacity: cell },
    weekRow,
    ({ weekday, time }) => Boolean(weekday || time),
    { most: mostWeekly, none: 'Enter the day and time of at least one class' },
  ),
})

const planIntervals = ['month', 'four_weeks', 'week'] as const

export const soldKinds = ['plan', 'package', 'single'] as const
/** What a new studio may sell: a membership, a pack of credits, one class at a time. */
export type SoldKind = (typeof soldKinds)[number]

/** Step 5: what is sold, each with what it takes. Prices are read in the studio's currency. */
export const priceFields = (currency: string) =>
  z
    .object({
      sells: z
        .array(z.enum(soldKinds, { error: 'Choose from the list' }))
        .max(soldKinds.length, { error: 'Choose from the list' })
        .default([]),
      planName: optionalLine(40),
      planPrice: asked(cell, amountIn(currency)),
      interval: z.enum(planIntervals, { error: 'Choose from the list' }).default('month'),
      packageName: optionalLine(40),
      packagePrice: asked(cell, amountIn(currency)),
      credits: asked(cell, wholeNumberRules(1, 500)),
      validDays: asked(cell, wholeNumberRules(1, 3_650)),
      singlePrice: asked(cell, amountIn(currency)),
    })
    .transform((typed, ctx) => {
      const read = <Row>(kind: SoldKind, schema: z.ZodType<Row>): Row | null => {
        if (!typed.sells.includes(kind)) return null
        // What is not typed arrives as none there, and as nothing here.
        const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
        const parsed = schema.safeParse(given)
        if (parsed.success) return parsed.data
        for (const { path, message } of parsed.error.issues)
          ctx.addIssue({ code: 'custom', path, message })
        return null
      }
      const plan = read(
        'plan',
        z.object({
          planName: line('Enter a name for the membership', 40),
          planPrice: price('Enter the price of the membership', currency),
        }),
      )
      const pack = read(
        'package',
        z.object({
          packageName: line('Enter a name for the pack', 40),
          packagePrice: price('Enter the price of the pack', currency),
          credits: whole('Enter how many classes it includes', 1, 500),
          validDays: whole('Enter how many days it is valid', 1, 3_650),
        }),
      )
      const single = read(
        'single',
        z.object({ singlePrice: price('Enter the price of a single class', currency) }),
      )
      if (typed.sells.length === 0) {
        const message = 'Tick what you sell: without anything nobody can book'
        ctx.addIssue({ code: 'custom', path: ['sells'], message })
      }
      return {
        plan: plan && {
          name: plan.planName,
          priceMinor: plan.planPrice,
          interval: typed.interval,
        },
        package: pack && {
          name: pack.packageName,
          priceMinor: pack.packagePrice,
          credits: pack.credits,
          validDays: pack.validDays,
        },
        dropInMinor: single?.singlePrice ?? null,
      }
    })

export const cancelHours = [2, 6, 12, 24, 48] as const

/** Step 6. Nothing is chosen beforehand: what a late cancel costs is the owner's word. */
export const ruleFields = (currency: string) =>
  z
    .object({
      cancelHours: z
        .enum(cancelHours.map(String), { error: 'Choose until when cancelling is free' })
        .transform(Number),
      late: z.enum(lateKinds, { error: 'Choose what cancelling late costs' }),
      fee: asked(cell, amountIn(currency)),
    })
    .transform(({ fee, ...rules }, ctx) => {
      if (rules.late !== 'fee' && rules.late !== 'both') return { ...rules, feeMinor: 0 }
      const parsed = price('Enter the fee', currency).safeParse(fee)
      if (parsed.success && parsed.data > 0) return { ...rules, feeMinor: parsed.data }
      const message =
        parsed.error?.issues[0]?.message ??
        'Enter a fee above zero, or choose that nothing is taken'
      ctx.addIssue({ code: 'custom', path: ['fee'], message })
      return z.NEVER
    })

/** Step 7: one rate in all prices; Settings has a rate for each kind. */
export const taxFields = z
  .object({
    charges: z.enum(['yes', 'no'], { error: 'Choose whether your prices include tax' }),
    taxName: optionalLine(20),
    taxRate: rateField,
    taxNumber: optionalLine(40),
  })
  .transform(({ charges, ...tax }, ctx) => {
    const { taxName, taxNumber, taxRate: rateBp } = tax
    if (charges === 'no') return { taxName: taxName || 'VAT', taxNumber: '', rateBp: 0 }
    if (rateBp > 0) return { taxName: taxName || 'VAT', taxNumber, rateBp }
    const message = 'Enter the rate, like 20, or choose that there is no tax'
    ctx.addIssue({ code: 'custom', path: ['taxRate'], message })
    return z.NEVER
  })

/** Step 8: a document that everyone signs, or none. */
export const waiverFields = z
  .object({
    signs: z.enum(['yes', 'no'], { error: 'Choose whether people sign something' }),
    text: documentText.optional(),
  })
  .transform(({ signs, text }, ctx) => {
    if (signs === 'no') return { text: '' }
    if (text !== undefined) return { text }
    ctx.addIssue({ code: 'custom', path: ['text'], message: 'Write or paste the text' })
    return z.NEVER
  })

/** Step 9. */
export const colourFields = z.object(lookFields)

/** Step 10. */
export const publishFields = z.object({
  listed: z
    .enum(['listed', 'link'], { error: 'Choose who can find your studio' })
    .transform((who) => who === 'listed'),
  sample: z.boolean().default(false),
})
