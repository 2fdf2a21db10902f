import { expect, test } from 'vitest'
import * as z from 'zod'
import { asked } from '#app/values/field-rules.ts'
import { fieldRules } from './field-rules.server.ts'

test('a number says its span, a text its length, and what is required its sentence', () => {
  const rules = fieldRules(
    z.object({
      minutes: z.coerce.number({ error: 'Enter how long' }).int().min(5).max(90),
      name: z.string({ error: 'Enter a name' }).trim().min(1).max(80),
      reason: z.string({ error: 'Say why' }).min(3).optional(),
      kind: z.enum(['one', 'other']),
    }),
  )
  expect(rules).toMatchObject({
    minutes: {
      required: true,
      missing: 'Enter how long',
      title: 'Enter a whole number from 5 to 90',
      inputMode: 'numeric',
    },
    name: { required: true, missing: 'Enter a name', maxLength: 80 },
    kind: { required: true },
  })
  expect(rules.name?.minLength).toBeUndefined()
  expect(rules.reason).toEqual({ minLength: 3, says: { short: 'Say why' } })
  expect(rules.kind?.missing).toBe('Choose one of the list')
})

test('an optional field is not required, however its schema says so', () => {
  const number = z.coerce.number().int().min(1).max(9)
  const rules = fieldRules(
    z
      .object({
        optional: number.optional(),
        standard: number.default(1),
        emptyOr: z.union([z.literal('').transform(() => null), number]).default(null),
        prepared: z.preprocess((text) => text || undefined, number.optional()),
        caught: z.enum(['a', 'b']).catch('a'),
        boxes: z.array(z.string()),
      })
      .refine(() => true)
      .transform((form) => form),
  )
  expect(Object.values(rules).filter(({ required }) => required)).toEqual([])
  for (const name of ['optional', 'standard', 'emptyOr', 'prepared'])
    expect([name, rules[name]?.title]).toEqual([name, 'Enter a whole number from 1 to 9'])
})

test('a pattern is told with its sentence where browsers read it as we do', () => {
  const told = (schema: z.ZodType) => fieldRules(z.object({ it: schema })).it
  expect(
    told(
      z
        .string()
        .trim()
        .regex(/^\d{3}$/, { error: 'Three digits' }),
    ),
  ).toMatchObject({
    pattern: '\\s*(?:\\d{3})\\s*',
    title: 'Three digits',
  })
  for (const untold of [/^\d{3}$/i, /\d{3}/, /^[\w-]{3}$/, /^\P{Cc}*$/u])
    expect(told(z.string().regex(untold, { error: 'No' }))?.pattern).toBeUndefined()
})

test('rules written in code are told where the schema names them, for the act that was asked for', () => {
  const price = asked(z.string({ error: 'Enter a price' }).transform(Number), { pattern: '\\d+' })
  const form = z.discriminatedUnion('act', [
    z.object({ act: z.literal('sell'), price }),
    z.object({ act: z.enum(['up', 'down']), price: price.optional() }),
  ])
  expect(fieldRules(form, 'sell').price).toEqual({
    required: true,
    missing: 'Enter a price',
    pattern: '\\d+',
  })
  expect(fieldRules(form, 'down').price).toEqual({ pattern: '\\d+' })
  expect(() => fieldRules(form, 'give')).toThrow('no such act')
})
