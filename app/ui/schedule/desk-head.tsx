import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { Label } from '../list/label.tsx'
import { PageHead } from '../list/list-page.tsx'

/** The head of a course or event at the desk: the way back, its name with how it stands. */
export function DeskHead(props: {
  back: { name: string; path: string }
  name: string
  stage: ComponentProps<typeof Label>
  intro: string
  actions: ReactNode
}) {
  const { back, name, stage, intro, actions } = props
  return (
    <>
      <BackLink to={back.path}>{back.name}</BackLink>
      <PageHead
        title={
          <>
            {name} <Label {...stage} />
          </>
        }
        intro={intro}
        actions={actions}
      />
    </>
  )
}

/** The way to a file of what is on the page; a phone has no use for it. */
export function CsvLink({ path }: { path: string }) {
  return (
    <a className="button not-phone" href={path} download>
      <Icon name="download" /> CSV
    </a>
  )
}

/** That a class, course or event is off, and why. */
export function CancelledNotice({ why }: { why: string }) {
  return (
    <div className="notice bad">
      <Icon name="off" />
      <p>
        <b>Cancelled.</b> {why}
      </p>
    </div>
  )
}
