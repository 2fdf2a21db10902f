import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { DoorPage } from '#app/ui/layout/entry-page.tsx'
import { BackLink } from '../layout/back-link.tsx'

/** A page below the account, with the way back to it. Styles: `door`, `back-link`. */
export function AccountPage({
  back,
  children,
}: {
  back?: { name: string; path: string }
  children: ReactNode
}) {
  const { name, path } = back ?? { name: 'Your account', path: paths.account() }
  return (
    <DoorPage studio={null}>
      <BackLink href={path}>{name}</BackLink>
      {children}
    </DoorPage>
  )
}
