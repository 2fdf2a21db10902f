/** What both forms of the icon picker share. */
import { paths } from '#app/paths.ts'
import type { Field } from '#app/ui/form/form-answer.ts'
import type { IconChoices } from '#app/values/icon.ts'

export type IconPickerProps = {
  field: Field
  label: string
  hint?: string
  icons: IconChoices
  disabled?: boolean
}

/** The set's licence asks to be named where it is used. */
export function IconCredit() {
  return (
    <p className="picker-credit">
      Solar icons by 480 Design, <a href={paths.credits()}>CC BY 4.0</a>
    </p>
  )
}
