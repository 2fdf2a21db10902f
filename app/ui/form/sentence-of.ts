/** What is wrong with a control, by the browser's own rules and in the form's words. Pure, so that it can be tested. */

export type Checked = {
  name: string
  type: string
  title: string
  validationMessage: string
  validity: Pick<ValidityState, 'valid' | 'valueMissing' | 'typeMismatch' | 'patternMismatch'>
}

/**
 * Undefined where nothing is wrong. `sentences` say what is missing; the control's title says what its pattern wants;
 * everything else is told in the browser's words.
 */
export function sentenceOf(
  control: Checked,
  sentences: Partial<Record<string, string>>,
): string | undefined {
  const { validity, name, type, title, validationMessage } = control
  if (validity.valid) return undefined
  if (validity.valueMissing) return sentences[name] ?? validationMessage
  if (validity.typeMismatch && type === 'email')
    return 'Enter an email address like name@example.com'
  if (validity.patternMismatch && title) return title
  return validationMessage
}
