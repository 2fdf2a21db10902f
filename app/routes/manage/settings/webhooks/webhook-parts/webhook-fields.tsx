import { webhookKindNames, webhookKinds } from '#app/domain/webhooks/webhook-kinds.ts'
import type { Field, PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'

export const webhookNames = ['name', 'address', 'kinds'] as const

const choices = webhookKindNames.map((id) => ({ id, name: webhookKinds[id] }))

/** What a webhook is called, where it is told and of what. */
export function WebhookFields(props: {
  fields: Record<(typeof webhookNames)[number], Field>
  chosen: readonly string[]
  answer: PageFormAnswer | undefined
}) {
  const { fields, chosen, answer } = props
  return (
    <>
      <TextField field={fields.name} label="Name" hint="Accounts, mailing list …" />
      <TextField
        field={fields.address}
        label="Address"
        hint="Begins with https:// and is on the public internet."
        inputMode="url"
        autoComplete="off"
      />
      <TickFields
        field={fields.kinds}
        legend="Events"
        choices={choices}
        chosen={chosen}
        answer={answer}
      />
    </>
  )
}

/** A secret that was just made, which no page shows again. */
export function ShownSecret({ secret, note }: { secret: string; note: string }) {
  return (
    <div className="notice">
      <p>
        <b>The secret of this webhook:</b> <code>{secret}</code>
        <br />
        {note}
      </p>
    </div>
  )
}
