import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FormRules } from '#app/values/field-rules.ts'
import type { PageFormAnswer } from '../form/form-answer.ts'
import { EntryPage } from '../layout/entry-page.tsx'
import { MailedNote } from '../layout/mailed-note.tsx'
import { CodeForm } from './code-form.tsx'
import { PurposeLine } from './purpose-line.tsx'
import { SendAgain } from './send-again.tsx'

type StudioRef = { slug: string; name: string }

/** What its loader tells (`codePage`). */
export type SentCode = {
  studio: StudioRef | null | undefined
  next: string | undefined
  purpose: { lead: string; name: string } | null
  sentTo: string | null
  sentBy: 'mail' | 'phone' | null
  devTools: boolean
  rules: FormRules
}

/**
 * A page that asks for a code that was sent: what it is called, what it says of where the code
 * went, its button, and what to do where nothing came. Styles: `form`, `entry`.
 */
export function SentCodePage({
  words,
}: {
  words: (sent: SentCode) => { title: string; intro: string; button: string; nothing: ReactNode }
}) {
  const sent = useLoaderData() as SentCode
  const answer = useActionData() as PageFormAnswer | undefined
  const { title, intro, button, nothing } = words(sent)
  return (
    <EntryPage studio={sent.studio}>
      <CodeForm
        answer={answer}
        rules={sent.rules}
        sentTo={sent.sentTo}
        title={title}
        intro={
          <>
            <PurposeLine purpose={sent.purpose} />
            <p>{intro}</p>
          </>
        }
        button={button}
      />
      <MailedNote devTools={sent.devTools}>Didn’t get it? {nothing}</MailedNote>
      {sent.sentTo && <SendAgain />}
    </EntryPage>
  )
}
