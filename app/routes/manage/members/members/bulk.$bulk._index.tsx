import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { bulkChangePage } from '#app/domain/people/bulk/bulk-change-queries.server.ts'
import { undoDays } from '#app/domain/people/bulk/bulk-undo.ts'
import {
  type BulkAct,
  bulkPermission,
  bulkTitle,
  leftOutWords,
  outcomeLines,
} from '#app/domain/people/bulk/bulk-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { StatusLines } from '#app/ui/list/status-lines.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UnderWay } from '#app/ui/staff/under-way.tsx'
import { addMinutes } from '#app/values/instant.ts'
import { count, dayTime } from '#app/values/wording.ts'
import { wallTime } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Bulk change', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'people:read')
  const page = await bulkChangePage(ctx, params.bulk ?? '')
  if (!page) throw notFound()
  const { change, outcomes, leftOut, accepted } = page
  const { slug, timeZone, locale } = ctx.studio
  const n = (of: (outcome: string | null) => boolean) =>
    outcomes.reduce((sum, { outcome, n: some }) => sum + (of(outcome) ? some : 0), 0)
  const total = n(() => true)
  const waits =
    change.state === 'undoing'
      ? n((outcome) => outcome === 'changed')
      : n((outcome) => outcome === null)
  const recent = change.createdAt > addMinutes(ctx.now, -undoDays * 1_440)
  const when = dayTime(wallTime(change.createdAt, timeZone), locale)
  const takenBack = change.undoer ? ` Undone by ${change.undoer.name}.` : ''
  return {
    studio: { slug },
    id: change.id,
    title: bulkTitle(change.act, change.detail),
    words: change.detail.text ?? change.detail.reason ?? '',
    note: `By ${change.actorName}, ${when}.${takenBack}`,
    state: change.state,
    progress: { done: total - waits, total },
    lines: outcomeLines(change.act, outcomes, 'after'),
    leftOut: leftOut.map(({ id, name, outcome }) => ({
      id,
      name,
      why: `They ${leftOutWords[outcome] ?? ''}`,
    })),
    undo:
      change.state === 'done' &&
      recent &&
      may(viewer.role, bulkPermission[change.act]) &&
      outcomes.some(({ outcome }) => outcome === 'changed'),
    partly: notTakenBack[change.act] ?? '',
    accepted: change.act === 'invite' && change.state !== 'undone' ? accepted : null,
    can: may(viewer.role, bulkPermission[change.act]),
  }
}

/** What stays after an undo. */
const notTakenBack: Partial<Record<BulkAct, string>> = {
  notice: 'Only unread notices are withdrawn.',
  invite: 'Links that nobody has used stop working. Emails that were sent stay sent.',
}

export default function BulkChange() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, title, words, note, state, progress, lines, leftOut, undo, partly, can } =
    data
  const { accepted } = data
  const busy = state === 'running' || state === 'undoing'
  return (
    <>
      <BackLink to={paths.manageMembers(studio)}>Members</BackLink>
      <PageHead title={title} intro={note} />
      <div className="sections">
        {words && <blockquote>{words}</blockquote>}
        {busy && (
          <UnderWay
            path={can ? paths.manageBulkChange(studio, id, 'continue') : null}
            {...progress}
          />
        )}
        <StatusLines lines={lines} busy={busy} />
        {accepted !== null && (
          <p>
            {accepted === 0 ? 'Nobody has' : `${count(accepted, 'person has', 'people have')}`}{' '}
            accepted so far.{' '}
            <Link to={paths.manageMembers(studio, { account: 'invited' })}>
              See who hasn’t accepted yet
            </Link>
          </p>
        )}
        {leftOut.length > 0 && (
          <section>
            <h2>Left out</h2>
            <ul className="lines">
              {leftOut.map(({ id: personId, name, why }) => (
                <li key={personId}>
                  <Link to={paths.managePerson(studio, personId)}>{name}</Link>
                  <span className="muted">{why}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {undo && (
          <Form method="post" action={paths.manageBulkChange(studio, id, 'undo')}>
            <button type="submit" className="button">
              <Icon name="back" /> Undo
            </button>
            {partly && <p className="muted">{partly}</p>}
          </Form>
        )}
      </div>
    </>
  )
}
