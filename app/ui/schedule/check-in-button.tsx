import { useFetcher } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon/icon.tsx'

type Props = { studio: { slug: string }; occurrenceId: string; bookingId: string; name: string }

/**
 * Checks one person in. A plain form; in a browser that runs scripts the row changes at once and
 * the page stays.
 */
export function CheckInButton({ studio, occurrenceId, bookingId, name }: Props) {
  const fetcher = useFetcher<{ message: string; tone: string }>()
  const refused =
    fetcher.state === 'idle' && fetcher.data?.tone === 'bad' ? fetcher.data.message : null
  if (fetcher.state !== 'idle') {
    return (
      <span className="good in" role="status">
        <Icon name="tick" /> In
      </span>
    )
  }
  return (
    <fetcher.Form method="post" action={paths.manageClassBooking(studio, occurrenceId, bookingId)}>
      <input type="hidden" name="act" value="check_in" />
      <button type="submit" className="button small">
        Check in<span className="vh"> {name}</span>
      </button>
      <span className="print-box" />
      {refused && (
        <p className="bad" role="alert">
          {refused}
        </p>
      )}
    </fetcher.Form>
  )
}
