/** What browsers are told of a form's schema: attributes of its controls, as plain data. */
import * as z from 'zod'
import { type FieldRules, type FormRules, wholeNumberRules } from '#app/values/field-rules.ts'

/** What of a JSON schema is read here. */
type Json = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  properties?: Record<string, Json>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  /** What the schema says of itself with `asked`. */
  field?: FieldRules
}

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
  const { properties = {}, required = [] } = z.toJSONSchema(one, {
    io: 'input',
    unrepresentable: 'any',
  }) as Json
  const shape = shapeOf(one)
  const rules = Object.fromEntries(
    Object.entries(properties).flatMap(([name, json]) => {
      const field = shape[name]
      return field ? [[name, rulesOf(field, json, required.includes(name))]] : []
    }),
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
  shape?: Record<string, z.ZodType>
  checks?: { _zod: { def: Check } }[]
} & Said
type Check = { check: string; format?: string; pattern?: RegExp } & Said
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

/** One of a form's several acts. */
function actOf(schema: z.ZodType, act: string | undefined): z.ZodType {
  const { options } = defOf(innermost(schema))
  if (act === undefined || !options) return schema
  const one = options.find((option) => shapeOf(option).act?.safeParse(act).success)
  if (!one) throw new Error(`no such act of the form: ${act}`)
  return one
}

function rulesOf(schema: z.ZodType, json: Json, required: boolean): FieldRules {
  const inner = innermost(schema)
  const one = alternative(json)
  const rules: FieldRules = {
    ...(one.type === 'integer' ? numberRules(one) : {}),
    ...(one.type === 'string' && !one.enum && one.const === undefined ? textRules(inner, one) : {}),
    // Of several boxes of one name no browser can ask that one is ticked.
    ...(required && one.type !== 'array' ? whereMissing(schema) : {}),
    ...json.field,
  }
  return Object.fromEntries(
    Object.entries(rules).filter(([, value]) => value !== undefined),
  ) as FieldRules
}

/** The one alternative that can be typed, where the others are an empty field. */
function alternative(json: Json): Json {
  const several = (json.anyOf ?? json.oneOf ?? []).filter((other) => other.const !== '')
  return several.length === 1 && several[0] ? several[0] : json
}

/** Zod bounds each whole number by what a double holds; that is no bound to tell. */
const told = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? null : bound

const numberRules = ({ minimum, maximum }: Json) => wholeNumberRules(told(minimum), told(maximum))

function textRules(inner: z.ZodType, { minLength, maxLength }: Json): FieldRules {
  return {
    // One character is `required`: an empty input arrives as none.
    minLength: minLength !== undefined && minLength > 1 ? minLength : undefined,
    maxLength,
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
 * What the schema says where nothing was given, if it has words of its own. A schema that catches
 * what is wrong asks for nothing, though its JSON lists it as required.
 */
function whereMissing(schema: z.ZodType): FieldRules {
  const { success, error } = schema.safeParse(undefined)
  if (success) return {}
  const words = defOf(innermost(schema)).error ? error.issues[0]?.message : undefined
  return words === undefined ? { required: true } : { required: true, missing: words }
}
