import { Form } from '@remix-run/react'

/** What a client asked of their programs: a request that waits has its two answers. */
export function ShiftRequests({
  shifts,
}: {
  shifts: readonly { id: string; says: string; reason: string; waits: boolean }[]
}) {
  if (shifts.length === 0) return null
  return (
    <section aria-labelledby="shifts">
      <h2 id="shifts">Programs that wait</h2>
      <ul className="lines">
        {shifts.map(({ id, says, reason, waits }) => (
          <li key={id}>
            {says} {reason && <span className="muted">“{reason}”</span>}
            {waits && (
              <Form method="post">
                <input type="hidden" name="shift" value={id} />
                <button type="submit" className="button small" name="act" value="shift">
                  Approve
                </button>{' '}
                <button type="submit" className="button small quiet" name="act" value="no_shift">
                  Decline
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
