/** What browsers are told of a form's schema: attributes of its controls, as plain data. */
import * as z from 'zod'
import {
  type FieldRules,
  type FieldSays,
  type FormRules,
  wholeNumberRules,
} from '#app/values/field-rules.ts'
import { addDays, firstLocalDate, isLocalDate, lastLocalDate } from '#app/values/zone.ts'

/** What a field takes, as its schema declares it. */
type Taken = {
  type?: 'string' | 'integer' | 'array' | 'choice'
  /** An empty field, beside other ways to fill it in. */
  isEmpty?: boolean
  anyOf?: Taken[]
  /** Of a number itself, or of the characters of a text. */
  least?: number
  most?: number
  /** What the schema says of itself with `asked`. */
  field?: FieldRules
}

const figure = (n: number | bigint) => n.toLocaleString('en-GB')

/**
 * What is said of a field whose schema has no words of its own, for each parse of a form and for
 * the rules that the browser gets.
 */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `Use at most ${figure(issue.maximum)} characters`
        : `Enter ${figure(issue.maximum)} or less`
    case 'too_small':
      if (issue.origin !== 'string') return `Enter ${figure(issue.minimum)} or more`
      return issue.minimum > 1 ? `Use at least ${figure(issue.minimum)} characters` : 'Fill this in'
    case 'invalid_type':
      if (issue.input === undefined) return 'Fill this in'
      return issue.expected === 'int' ? 'Enter a whole number' : 'Enter a number'
    case 'invalid_value':
      return 'Choose one of the list'
    default:
      return 'Check what is written here'
  }
}

/** As forms are read (`form.server.ts`). */
const said = { error: plainWords }

const known = new WeakMap<z.ZodType, FormRules>()

/**
 * The rules of each field of `schema`, by name; of a form that does one of several things, those of
 * `act`. What a schema keeps in code, in transforms and refinements, is told only where it says so
 * with `asked`; what compares two fields stays the server's.
 */
export function fieldRules(schema: z.ZodType, act?: string): FormRules {
  const one = actOf(schema, act)
  const before = known.get(one)
  if (before) return before
  const { left, right } = defOf(one)
  if (left && right) return { ...fieldRules(left), ...fieldRules(right) }
  const rules = Object.fromEntries(
    Object.entries(shapeOf(one)).map(([name, field]) => [name, rulesOf(field)]),
  )
  known.set(one, rules)
  return rules
}

type Def = {
  type: string
  in?: z.ZodType
  out?: z.ZodType
  innerType?: z.ZodType
  /** Of two schemas that both read the form. */
  left?: z.ZodType
  right?: z.ZodType
  options?: z.ZodType[]
  values?: unknown[]
  shape?: Record<string, z.ZodType>
  checks?: { _zod: { def: Check } }[]
} & Said
type Check = {
  check: string
  format?: string
  pattern?: RegExp
  minimum?: number
  maximum?: number
  value?: number
  inclusive?: boolean
} & Said
type Said = { error?: (issue: never) => unknown }

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

/** The schema that reads what was typed, without what wraps it. */
function innermost(schema: z.ZodType): z.ZodType {
  const { type, in: input, out, innerType } = defOf(schema)
  if (type === 'pipe' && input && out)
    return innermost(defOf(input).type === 'transform' ? out : input)
  return innerType ? innermost(innerType) : schema
}

const shapeOf = (schema: z.ZodType) => defOf(innermost(schema)).shape ?? {}

/**
 * What can be given to a schema. Zod's own JSON schema says it too, and much that no form asks, for a
 * two-hundredth of the Worker.
 */
function takenBy(schema: z.ZodType): Taken {
  const { field } = z.globalRegistry.get(schema) ?? {}
  return { ...takenWithin(schema), ...(field ? { field: field as FieldRules } : {}) }
}

function takenWithin(schema: z.ZodType): Taken {
  const { type, in: input, out, innerType, options, values } = defOf(schema)
  if (type === 'pipe' && input && out)
    return takenBy(defOf(input).type === 'transform' ? out : input)
  if (type === 'nullable' && innerType) return { anyOf: [takenBy(innerType), {}] }
  if (innerType) return takenBy(innerType)
  if (options) return { anyOf: options.map(takenBy) }
  if (type === 'string' || type === 'number') return typedIn(schema, type)
  if (type === 'literal')
    return { type: 'choice', isEmpty: values?.length === 1 && values[0] === '' }
  if (type === 'enum') return { type: 'choice' }
  return type === 'array' ? { type } : {}
}

/** A text or a number with the tightest ends that its checks give it. */
function typedIn(schema: z.ZodType, type: 'string' | 'number'): Taken {
  const checks = (defOf(schema).checks ?? []).map(({ _zod }) => _zod.def)
  const own = schema._zod.def as unknown as Check
  const all = own.check ? [own, ...checks] : checks
  const ends = (from: (check: Check) => number | undefined) =>
    all.map(from).filter((end) => end !== undefined)
  const least = ends((one) => one.minimum ?? (one.check === 'greater_than' ? one.value : undefined))
  const most = ends((one) => one.maximum ?? (one.check === 'less_than' ? one.value : undefined))
  const isWhole = all.some(({ check, format }) => check === 'number_format' && format === 'safeint')
  return {
    ...(isWhole ? { type: 'integer' } : {}),
    ...(type === 'string' ? { type } : {}),
    ...(least.length > 0 ? { least: Math.max(...least) } : {}),
    ...(most.length > 0 ? { most: Math.min(...most) } : {}),
  }
}

/**
 * Whether a field may not be left out: what reads it, behind what catches or prepares, does not say
 * that it may.
 */
function isRequired(schema: z.ZodType): boolean {
  const { type, in: input, out, innerType } = defOf(schema)
  if (type === 'pipe' && input && out && defOf(input).type === 'transform') return isRequired(out)
  if (type === 'catch' && innerType) return isRequired(innerType)
  return schema._zod.optin === undefined
}

/** One of a form's several acts. */
function actOf(schema: z.ZodType, act: string | undefined): z.ZodType {
  const { options } = defOf(innermost(schema))
  if (act === undefined || !options) return schema
  const one = options.find((option) => shapeOf(option).act?.safeParse(act).success)
  if (!one) throw new Error(`no such act of the form: ${act}`)
  return one
}

function rulesOf(schema: z.ZodType): FieldRules {
  const inner = innermost(schema)
  const taken = takenBy(schema)
  const one = alternative(taken)
  const rules: FieldRules = {
    ...(one.type === 'integer' ? numberRules(one) : {}),
    ...(one.type === 'string' ? { ...textRules(inner, one), ...dateEnds(schema) } : {}),
    // Of several boxes of one name no browser can ask that one is ticked.
    ...(isRequired(schema) && one.type !== 'array' ? whereMissing(schema) : {}),
    ...taken.field,
  }
  return told({ ...rules, says: told(saysOf(schema, inner, rules)) })
}

/** Without what is not said. */
const told = <Told extends object>(all: Told): Told =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([, value]) => value !== undefined && !(typeof value === 'object' && isEmpty(value)),
    ),
  ) as Told

const isEmpty = (value: object) => Object.keys(value).length === 0

/** What a field answers to each thing that may be wrong: it is asked, so that nobody says it twice. */
function saysOf(schema: z.ZodType, inner: z.ZodType, rules: FieldRules): FieldSays {
  const { whole, min, max, minLength, maxLength } = rules
  if (!whole && !typedTypes.includes(defOf(inner).type)) return {}
  const answer = (typed: string | false | undefined) =>
    typed ? schema.safeParse(typed, said).error?.issues[0]?.message : undefined
  if (whole) {
    const { least, most } = whole
    return {
      number: answer('abc'),
      zero: answer(isWithin(0, whole) && '0'),
      fraction: answer(String((least ?? 0) + 0.5)),
      low: answer(least !== null && String(least - 1)),
      high: answer(most !== null && String(most + 1)),
    }
  }
  return {
    blank: answer('   '),
    low: answer(min && besides(min, -1)),
    high: answer(max && besides(max, 1)),
    short: answer(minLength !== undefined && 'x'.repeat(minLength - 1)),
    long: answer(maxLength !== undefined && 'x'.repeat(maxLength + 1)),
  }
}

/** A date, or a date and time, so many days away. */
const besides = (moment: string, days: number) =>
  isLocalDate(moment.slice(0, 10)) && addDays(moment.slice(0, 10), days) + moment.slice(10)

const isWithin = (n: number, { least, most }: NonNullable<FieldRules['whole']>) =>
  (least === null || least <= n) && (most === null || n <= most)

/**
 * The ends of a date, or of a date and time: a schema that takes one of today and not one of the
 * year 1 has those of `isLocalDate`.
 */
function dateEnds(schema: z.ZodType): FieldRules {
  const takes = (typed: string) => schema.safeParse(typed).success
  if (takes('2026-06-01') && !takes('0001-01-01'))
    return { min: firstLocalDate, max: lastLocalDate }
  if (takes('2026-06-01T10:00') && !takes('0001-01-01T10:00'))
    return { min: `${firstLocalDate}T00:00`, max: `${lastLocalDate}T23:59` }
  return {}
}

/** What somebody may have typed; what is chosen of a list has nothing to say while typing. */
const typedTypes = ['string', 'transform', 'pipe']

/** The one alternative that can be typed, where the others are an empty field. */
function alternative(taken: Taken): Taken {
  const several = (taken.anyOf ?? []).filter(({ isEmpty }) => !isEmpty)
  return several.length === 1 && several[0] ? several[0] : taken
}

/** Zod bounds each whole number by what a double holds; that is no bound to tell. */
const ended = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? null : bound

const numberRules = ({ least, most }: Taken) => wholeNumberRules(ended(least), ended(most))

function textRules(inner: z.ZodType, { least, most }: Taken): FieldRules {
  return {
    // One character is `required`: an empty input arrives as none.
    minLength: least !== undefined && least > 1 ? least : undefined,
    maxLength: most,
    ...patternRules(inner),
  }
}

/**
 * A pattern that has a sentence and that a browser reads as we do. That a line holds no control
 * characters is left to the server: nobody types them.
 */
function patternRules(inner: z.ZodType): FieldRules {
  const checks = (defOf(inner).checks ?? []).map(({ _zod }) => _zod.def)
  const trims = checks.some(({ check }) => check === 'overwrite')
  for (const { format, pattern, error } of checks) {
    if (format !== 'regex' || !pattern || !error) continue
    const whole = /^\^(.*)\$$/s.exec(pattern.source)?.[1]
    const title = error({} as never)
    if (!whole || /\\[pP]\{Cc\}/.test(whole) || /[ims]/.test(pattern.flags)) continue
    if (typeof title !== 'string' || !readable(whole)) continue
    return { pattern: trims ? `\\s*(?:${whole})\\s*` : whole, title }
  }
  return {}
}

/** Browsers read a pattern by the rules of the flag `v` and pass over one that breaks them. */
function readable(pattern: string): boolean {
  try {
    new RegExp(pattern, 'v')
    return true
  } catch {
    return false
  }
}

/**
 * What the schema says where nothing was given. One that catches what is wrong asks for nothing.
 */
function whereMissing(schema: z.ZodType): FieldRules {
  const { success, error } = schema.safeParse(undefined, said)
  if (success) return {}
  const words = error.issues[0]?.message
  return words === undefined ? { required: true } : { required: true, missing: words }
}
