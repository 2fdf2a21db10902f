import type { Field } from '../form/form-answer.ts'
import { TextField } from '../form/text-field.tsx'

/** Why someone takes part without the level or skill of the class: asked beside the button. */
export function WhyBelow({
  field,
  name,
  level,
}: {
  field: Field
  name: string
  level: string | null
}) {
  return (
    <TextField
      field={field}
      label={<span className="vh">Why {name} takes part</span>}
      placeholder={`Without ${level}: why?`}
      autoComplete="off"
      required={true}
    />
  )
}
