import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '../form/buttons.tsx'
import { type Field, openedVersion, type PageFormAnswer } from '../form/form-answer.ts'
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

/**
 * A page below Settings. Its form sends its key, where it has one, and the version it was opened at.
 */
export function SettingForm<Name extends string>(props: {
  studio: { slug: string }
  title: string
  intro: string
  of: LiveForm<Name>
  answer: PageFormAnswer | undefined
  version: string | number
  children: ReactNode
}) {
  const { studio, answer, version, children, ...page } = props
  const { key }: { key?: Field } = page.of.fields
  return (
    <SettingPage back={{ to: paths.manageSettings(studio), name: 'Settings' }} {...page}>
      <HiddenFields
        values={{
          key: String(key?.initialValue ?? ''),
          version: openedVersion(answer, version),
        }}
      />
      {children}
    </SettingPage>
  )
}
