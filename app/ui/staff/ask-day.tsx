import { Form } from '@remix-run/react'

/** Asks for a day until today, and leads to the page of it. */
export function AskDay(props: { action: string; label: string; day: string; today: string }) {
  const { action, label, day, today } = props
  return (
    <Form method="get" action={action} className="row-form">
      <label>
        {label}
        <input type="date" name="day" defaultValue={day} max={today} key={day} required />
      </label>
      <button type="submit" className="button small">
        Show
      </button>
    </Form>
  )
}
