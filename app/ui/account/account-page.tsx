import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { BackLink } from '../layout/back-link.tsx'
import { EntryPage } from '../layout/entry-page.tsx'

/** A page below the account, with the way back to it. Styles: `entry`, `back-link`. */
export function AccountPage({
  back,
  children,
}: {
  back?: { name: string; path: string }
  children: ReactNode
}) {
  const { name, path } = back ?? { name: 'Sign-in and devices', path: paths.account() }
  return (
    <EntryPage studio={null}>
      <BackLink to={path}>{name}</BackLink>
      {children}
    </EntryPage>
  )
}
