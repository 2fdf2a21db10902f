import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { TimesField } from './times-field.tsx'

type Choice = { id: string; name: string }

/** What is known of a lead, to be changed. */
export function LeadDetails(props: {
  studio: { slug: string }
  card: { id: string }
  details: Record<
    'sourceId' | 'ownerId' | 'interest' | 'times' | 'campaign' | 'tags' | 'referredBy',
    string
  >
  sources: readonly Choice[]
  staff: readonly Choice[]
  slots: readonly Choice[]
}) {
  const { studio, card, details, sources, staff, slots } = props
  const line = (name: keyof typeof details, label: string, most: number) => (
    <label className="field">
      {label}
      <input
        type="text"
        name={name}
        defaultValue={details[name]}
        maxLength={most}
        autoComplete="off"
      />
    </label>
  )
  return (
    <details className="fold">
      <summary>Change details</summary>
      <Form
        method="post"
        action={paths.manageLeadAct(studio, card.id, 'details')}
        className="sheet-form"
        key={JSON.stringify(details)}
      >
        <label className="field">
          Owner
          <select name="ownerId" defaultValue={details.ownerId}>
            <option value="">Nobody</option>
            {staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          Source
          <select name="sourceId" defaultValue={details.sourceId}>
            {sources.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {line('interest', 'Interested in', 200)}
        <TimesField slots={slots} chosen={details.times} />
        {line('campaign', 'Campaign', 80)}
        {line('referredBy', 'Referred by', 80)}
        {line('tags', 'Tags', 300)}
        <button type="submit" className="button">
          Save changes
        </button>
      </Form>
    </details>
  )
}
