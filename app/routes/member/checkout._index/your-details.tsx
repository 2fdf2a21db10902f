import type { PageForm } from '#app/ui/form/page-form.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

type Typed = { name: string; email: string; phone: string }

/** Who buys without an account. Style: `form`. */
export function YourDetails({
  fields,
  hint = 'Your booking and receipt go here.',
}: {
  fields: PageForm<Typed>['fields']
  /** What the address is for. */
  hint?: string
}) {
  return (
    <section className="stack" aria-labelledby="you">
      <h2 id="you">Your details</h2>
      <TextField field={fields.name} label="Name" autoComplete="name" />
      <TextField field={fields.email} label="Email" type="email" autoComplete="email" hint={hint} />
      <TextField
        field={fields.phone}
        label="Mobile number (optional)"
        type="tel"
        autoComplete="tel"
        hint="Only used if something changes on the day."
      />
    </section>
  )
}
