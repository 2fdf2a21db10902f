import type { ReactNode } from 'react'
import { type LiveForm, LiveFormBody, SendButton } from '../form/live-form.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { PageHead } from '../list/list-page.tsx'

/**
 * A page of one setting: what it does, then its fields and one button. Without `of` it is only read:
 * `children` say what is set.
 */
export function SettingPage<Name extends string>(props: {
  back: { to: string; name: string }
  title: string
  intro: string
  of: LiveForm<Name> | null
  children: ReactNode
}) {
  const { back, title, intro, of, children } = props
  return (
    <>
      <BackLink to={back.to}>{back.name}</BackLink>
      <PageHead title={title} intro={intro} />
      {of ? (
        <LiveFormBody of={of} className="sheet-form">
          {children}
          <div className="form-end">
            <SendButton sending="Saving…">Save changes</SendButton>
          </div>
        </LiveFormBody>
      ) : (
        children
      )}
    </>
  )
}
