import type { ReactNode } from 'react'

/** What to do when a mail does not come; on a developer's machine also where to read it. */
export function MailedNote({ devTools, children }: { devTools: boolean; children: ReactNode }) {
  return (
    <div className="stack">
      <p className="soft">{children}</p>
      {devTools && (
        <p className="soft">
          This is a development server: it sends no email. Read it in the{' '}
          <a href="/dev/outbox">outbox</a>.
        </p>
      )}
    </div>
  )
}
