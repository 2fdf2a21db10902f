import type { ReactNode } from 'react'
import { type TabKey, tabNames } from '#app/domain/scope/menu.ts'
import type { Shell } from '#app/domain/studios/shell.ts'
import { paths } from '#app/paths.ts'
import { FamilySwitch } from '../family/family-switch.tsx'
import { Icon } from '../icon/icon.tsx'
import { currentMark, mainNavigation } from './main-navigation.ts'
import { initialsOf, StudioMark } from './studio-mark.tsx'

/** What every page of a studio shows of the studio. */
export type ShellStudio = {
  slug: string
  name: string
  logo: string
  address: string
  zone: string
  /** The main navigation in its order, of what the studio uses. */
  tabs: readonly TabKey[]
  /** What members are told for now; empty is nothing. */
  notice: string
}

/** What a page's own data says for the shell: `viewerName` is null when nobody is signed in. */
export type ShellData = Shell

/** The studio's frame around a page: top bar, main navigation (at the thumb on phones), foot. */
export function StudioShell(props: {
  studio: ShellStudio
  shell: ShellData
  here: string
  /** Works here: has a way to the manage area. */
  staff?: boolean
  children: ReactNode
}) {
  const { studio, shell, here, staff = false, children } = props
  return (
    <>
      <header className="top">
        <a className="brand" href={paths.home(studio)}>
          <StudioMark name={studio.name} logo={studio.logo} />
          {studio.name}
        </a>
        <MainNavigation studio={studio} here={here} />
        {staff && (
          <a className="tool" href={paths.manage(studio)}>
            <Icon name="settings" />
            <span className="vh">Manage {studio.name}</span>
          </a>
        )}
        {shell.viewerName === null ? (
          <a className="button" href={paths.signIn({ next: here, studio: studio.slug })}>
            Sign in
          </a>
        ) : (
          <>
            <a className={shell.unread > 0 ? 'tool new' : 'tool'} href={paths.notices(studio)}>
              <Icon name="bell" />
              <span className="vh">Notices{shell.unread > 0 && `, ${shell.unread} new`}</span>
            </a>
            {shell.family ? (
              <FamilySwitch
                studio={studio}
                family={shell.family}
                viewerName={shell.viewerName}
                here={here}
              />
            ) : (
              <a className="tool" href={paths.portal(studio)}>
                <span className="face" aria-hidden="true">
                  {initialsOf(shell.viewerName)}
                </span>
                <span className="vh">{shell.viewerName}, your account</span>
              </a>
            )}
          </>
        )}
      </header>
      {studio.notice && (
        <aside className="studio-notice" aria-label="Notice">
          {studio.notice}
        </aside>
      )}
      {children}
      <footer className="foot">
        <span>{[studio.name, studio.address].filter(Boolean).join(', ')}</span>
        <a href={paths.rules(studio)}>Studio rules</a>
        <span>All times are {studio.zone}</span>
      </footer>
    </>
  )
}

function MainNavigation({ studio, here }: { studio: ShellStudio; here: string }) {
  return (
    <nav className="tabs" aria-label="Main">
      <ul>
        {studio.tabs.map((key) => {
          const { icon, path } = mainNavigation[key]
          return (
            <li key={key}>
              <a href={path(studio)} aria-current={currentMark(path(studio), here)}>
                <Icon name={icon} />
                {tabNames[key]}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
