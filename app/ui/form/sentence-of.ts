/**
 * What is wrong with a control, in the words of its schema. Pure, so that it can be tested.
 */
import { type FormRules, saidOf } from '#app/values/field-rules.ts'

export type Checked = {
  name: string
  type: string
  value: string
  title: string
  validationMessage: string
  validity: Pick<ValidityState, 'valid' | 'valueMissing' | 'typeMismatch' | 'patternMismatch'>
}

/** What is ticked or chosen is not typed. */
const untyped = /^(?:checkbox|radio|file|hidden|select-one|select-multiple|password)$/

/**
 * Undefined where nothing is wrong. The rules say what was typed wrongly and what is missing; what
 * only the browser knows, such as half a date, is told in its words.
 */
export function sentenceOf(control: Checked, rules: FormRules): string | undefined {
  const { validity, name, type, value, title, validationMessage } = control
  const rule = rules[name] ?? {}
  const said = untyped.test(type) ? undefined : saidOf(value, rule)
  if (said !== undefined) return said
  if (validity.valid) return undefined
  if (validity.valueMissing) return rule.missing ?? validationMessage
  if (validity.typeMismatch && type === 'email')
    return 'Enter an email address like name@example.com'
  // A number may be written as its schema reads it, though not as its pattern has it.
  if (validity.patternMismatch) return rule.whole ? undefined : title || validationMessage
  return validationMessage
}
