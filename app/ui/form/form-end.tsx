import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { SendButton } from './live-form.tsx'

/** The end of a form on a page of its own: what it does, and back without doing it. */
export function FormEnd({
  children,
  sending,
  cancel,
}: {
  children: ReactNode
  sending: string
  cancel: string
}) {
  return (
    <div className="form-end">
      <SendButton sending={sending}>{children}</SendButton>
      <Link className="button quiet" to={cancel}>
        Cancel
      </Link>
    </div>
  )
}
