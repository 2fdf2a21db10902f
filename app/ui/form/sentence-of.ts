/**
 * What is wrong with a control, by the browser's own rules and in the words of its schema. Pure, so
 * that it can be tested.
 */
import type { FormRules } from '#app/values/field-rules.ts'

export type Checked = {
  name: string
  type: string
  title: string
  validationMessage: string
  validity: Pick<ValidityState, 'valid' | 'valueMissing' | 'typeMismatch' | 'patternMismatch'>
}

/**
 * Undefined where nothing is wrong. The rules say what is missing; the control's title says what
 * its pattern wants; everything else is told in the browser's words.
 */
export function sentenceOf(control: Checked, rules: FormRules): string | undefined {
  const { validity, name, type, title, validationMessage } = control
  if (validity.valid) return undefined
  if (validity.valueMissing) return rules[name]?.missing ?? validationMessage
  if (validity.typeMismatch && type === 'email')
    return 'Enter an email address like name@example.com'
  if (validity.patternMismatch && title) return title
  return validationMessage
}
