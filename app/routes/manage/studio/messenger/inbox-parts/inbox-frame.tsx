import { Link, useRevalidator } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Inbox, InboxRow } from '#app/domain/conversations/inbox-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Avatar } from '#app/ui/image/avatar.tsx'
import { FilterBar, SearchFilter, ViewChips } from '#app/ui/list/filter-bar.tsx'

type Row = InboxRow

/** The list at the left; what is open beside it. On phones it is the one or the other. */
export function InboxFrame({
  inbox,
  children,
}: {
  inbox: Inbox & { open: { id: string } | null }
  children: ReactNode
}) {
  const { studio, filters, views, waiting, others, open, answered, canAnnounce } = inbox
  useNewMessages(paths.manageMessagesWaiting(studio))
  const path = paths.manageMessenger(studio)
  const none = waiting.length + others.length === 0
  return (
    <div className={open ? 'inbox reading-one' : 'inbox'}>
      <nav className="threads" aria-label="Conversations">
        <FilterBar label="Find conversations" action={path}>
          <input type="hidden" name="view" value={filters.view} />
          <SearchFilter label="Name or words" value={filters.q} />
        </FilterBar>
        <ViewChips
          views={views.map(({ view, name, count, path: to }) => ({
            name,
            path: to,
            count: count || undefined,
            current: filters.view === view,
          }))}
        />
        {waiting.length > 0 && (
          <>
            <h2>Waiting for an answer</h2>
            <Rows rows={waiting} studio={studio} openId={open?.id} />
          </>
        )}
        {others.length > 0 && (
          <>
            {waiting.length > 0 && <h2>Others</h2>}
            <Rows rows={others} studio={studio} openId={open?.id} />
          </>
        )}
        {none && (
          <p className="none">
            {filters.q || filters.view !== 'open'
              ? 'No conversation matches.'
              : 'Nobody is waiting. What members write in their account, by email or by text appears here.'}
          </p>
        )}
        <p className="threads-foot">
          {answered && <span>{answered}</span>}
          <Link to={paths.manageMessageNew(studio)}>Write to someone</Link>
          {canAnnounce && <Link to={paths.manageSavedReplies(studio)}>Saved replies</Link>}
          {canAnnounce && <Link to={paths.manageAnnouncements(studio)}>Announcements</Link>}
        </p>
      </nav>
      {children}
    </div>
  )
}

function Rows({
  rows,
  studio,
  openId,
}: {
  rows: readonly Row[]
  studio: { slug: string }
  openId: string | undefined
}) {
  return (
    <ol>
      {rows.map(({ id, who, when, text, how, labels }) => (
        <li key={id}>
          <Link
            to={paths.manageConversation(studio, id)}
            aria-current={id === openId ? 'true' : undefined}
          >
            <Avatar name={who} photo="" />
            <span className="who-when">
              <b>{who}</b> <span>{when}</span>
            </span>
            <span className="text">{text}</span>
            <span className="how">{labels ? `${how}, ${labels}` : how}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** So often an open inbox asks whether something new was written. */
const askEveryMs = 15_000

/** Reads the page again when something was written; without scripts it is read again by hand. */
function useNewMessages(path: string): void {
  const { revalidate } = useRevalidator()
  const last = useRef<string | null>(null)
  useEffect(() => {
    let over = false
    const ask = async () => {
      if (document.hidden) return
      const { queryClient } = await import('#app/ui/query/query-client.ts')
      const found = await queryClient()
        .fetchQuery({
          queryKey: ['messages waiting', path],
          queryFn: async () => (await fetch(path)).json() as Promise<{ last: string }>,
          staleTime: 0,
          retry: false,
        })
        .catch(() => null)
      if (over || !found) return
      if (last.current !== null && last.current !== found.last) revalidate()
      last.current = found.last
    }
    const timer = setInterval(ask, askEveryMs)
    return () => {
      over = true
      clearInterval(timer)
    }
  }, [path, revalidate])
}

/** What stands where no conversation is open. */
export const NothingOpen = () => (
  <section className="conversation nothing-open">
    <div className="empty">
      <Icon name="note" />
      <h2>Choose a conversation</h2>
      <p>Read it here, and answer by the app, by email or by text.</p>
    </div>
  </section>
)
