import { Form, Link } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Role } from '#app/domain/scope/permissions.ts'
import { roleNames } from '#app/domain/scope/role-names.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon/icon.tsx'
import { StudioMark } from '../layout/studio-mark.tsx'
import { type Area, type AreaTab, areas, firstTab, openTabs, placeOf } from './areas.ts'
import { leaveByLink } from './leave-section.ts'
import { PersonBox } from './person-box.tsx'
import { shownAnew } from './shown-anew.ts'

type ShellStudio = { slug: string; name: string; logo?: string }

/** `closed` are places of the desk that the studio does not use. */
type Viewer = { name: string; role: Role; closed: readonly string[] }

export type StaffShellProps = {
  studio: ShellStudio
  viewer: Viewer
  location: { pathname: string; hash: string; key: string; state: unknown }
  children: ReactNode
}

/**
 * The frame of every manage page: the rail with the areas, the tabs of the area, the page. A top
 * bar on phones.
 */
export function StaffShell({ studio, viewer, location, children }: StaffShellProps) {
  useScrollToTop(location)
  const place = placeOf(location.pathname)
  return (
    <div className="staff" onClickCapture={leaveByLink}>
      <header className="rail">
        <div className="rail-in">
          <button className="menu" type="button" popovertarget="areas" aria-label="Areas">
            <Icon name="menu" />
          </button>
          <Link className="studio" to={paths.manageToday(studio)}>
            <StudioMark name={studio.name} logo={studio.logo} /> <b>{studio.name}</b>
          </Link>
          <FindForm studio={studio} />
          {/* Closed again by each navigation, since it is then another element. */}
          <nav className="areas" id="areas" aria-label="Areas" popover="auto" key={location.key}>
            <AreaLinks studio={studio} viewer={viewer} here={place?.area} />
            <PersonMenu studio={studio} viewer={viewer} at={location.key} />
          </nav>
        </div>
      </header>
      <div className="staff-main">
        {place && <AreaTabs studio={studio} viewer={viewer} {...place} key={location.key} />}
        <main id="main" className="page">
          {children}
        </main>
      </div>
    </div>
  )
}

/**
 * Each navigation scrolls to the top (specification 2), unless it leads to a part of a page. A page
 * that only shows what is typed again leads nowhere: its state is `shownAnew`.
 */
function useScrollToTop({ key, hash, state }: StaffShellProps['location']) {
  // A new key is a new navigation, also to the same address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the navigation.
  useEffect(() => {
    if (!hash && state !== shownAnew) window.scrollTo(0, 0)
  }, [key, hash])
}

/**
 * People by name, e-mail or phone, pages, actions, today's classes, what is sold, invoices and
 * settings: one of them, or all on a page. `/` or Ctrl K leads to it from anywhere, `/` to the
 * page's own box for people where it has one (reception).
 */
function FindForm({ studio }: { studio: ShellStudio }) {
  useSlashKey()
  return (
    <Form className="find" role="search" action={paths.manageFind(studio)}>
      <Icon name="search" />
      <PersonBox
        studio={studio}
        id="find"
        label="Find anything"
        source={paths.manageFindProposed}
        pathOf={({ id }) => id}
      />
      <small aria-hidden="true">/</small>
    </Form>
  )
}

function useSlashKey() {
  useEffect(() => {
    const follow = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const anywhere = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey
      if (anywhere) {
        event.preventDefault()
        return document.getElementById('find')?.focus()
      }
      if (key !== '/' || ctrlKey || metaKey || altKey) return
      if ((target as HTMLElement).matches('input, select, textarea, [contenteditable]')) return
      event.preventDefault()
      const own = document.querySelector<HTMLElement>('main [role=combobox][name=q]')
      const box = own ?? document.getElementById('find')
      box?.focus()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])
}

function AreaLinks({
  studio,
  viewer,
  here,
}: {
  studio: ShellStudio
  viewer: Viewer
  here: Area | undefined
}) {
  return (
    <ul>
      {areas.map((area) => {
        const first = firstTab(area, viewer.role, viewer.closed)?.path
        return (
          first && (
            <li key={area.name}>
              <Link to={first(studio)} aria-current={area === here ? 'true' : undefined}>
                <Icon name={area.icon} /> {area.name}
              </Link>
            </li>
          )
        )
      })}
    </ul>
  )
}

function PersonMenu(props: { studio: ShellStudio; viewer: Viewer; at: string }) {
  const { studio, viewer, at } = props
  const waiting = useWaiting(studio, at)
  return (
    <ul>
      <li>
        <Link to={paths.manageMessenger(studio)}>
          <Icon name="message" />
          <span>Messages</span>
          {waiting > 0 && (
            <b className="n">
              {waiting}
              <span className="vh"> waiting</span>
            </b>
          )}
        </Link>
      </li>
      <li>
        <a href={paths.notices(studio)}>
          <Icon name="bell" />
          <span>Notices</span>
        </a>
      </li>
      <li>
        <details className="me" name="person">
          <summary>
            <Icon name="person" />
            <span>
              {viewer.name} <small>{roleNames[viewer.role]}</small>
            </span>
          </summary>
          <ul>
            <li>
              <a href={paths.home(studio)}>See it as a member</a>
            </li>
            <li>
              <a href={paths.account()}>Sign-in and devices</a>
            </li>
            <li>
              <form method="post" action={paths.signOut()}>
                <button type="submit">Sign out</button>
              </form>
            </li>
          </ul>
        </details>
      </li>
    </ul>
  )
}

/** How many conversations wait for an answer, where scripts run; asked again on each page. */
function useWaiting(studio: ShellStudio, at: string): number {
  const [waiting, setWaiting] = useState(0)
  const path = paths.manageMessagesWaiting(studio)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation asks.
  useEffect(() => {
    let over = false
    fetch(path)
      .then((answer) => answer.json() as Promise<{ waiting?: number }>)
      .then(({ waiting: n }) => over || setWaiting(Number(n) || 0))
      .catch(() => {})
    return () => {
      over = true
    }
  }, [path, at])
  return waiting
}

function AreaTabs(props: {
  studio: ShellStudio
  viewer: Viewer
  area: Area
  tab: AreaTab | undefined
}) {
  const { studio, viewer, area, tab } = props
  return (
    <>
      <button className="here" type="button" popovertarget="tabs">
        {area.name} <span aria-hidden="true">/</span> <b>{tab?.name}</b> <Icon name="down" />
      </button>
      <nav className="area-tabs" id="tabs" aria-label={area.name} popover="auto">
        <ul>
          {openTabs(area, viewer.role, viewer.closed).map(({ name, path, segment }) => (
            <li key={name}>
              <Link to={path(studio)} aria-current={segment === tab?.segment ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
