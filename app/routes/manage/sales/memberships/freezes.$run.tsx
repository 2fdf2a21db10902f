import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { refusalSentence } from '#app/domain/sales/memberships/act-words.ts'
import {
  findFreezeRun,
  undoFreezes,
} from '#app/domain/sales/memberships/freezes/freeze-many.server.ts'
import { freezeRunPage } from '#app/domain/sales/memberships/freezes/freezes-page.server.ts'
import { leftOutWhy } from '#app/domain/sales/memberships/freezes/freezes-words.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { StatusLines } from '#app/ui/list/status-lines.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UnderWay } from '#app/ui/staff/under-way.tsx'
import { count, dayMonth, dayTime } from '#app/values/wording.ts'
import { localDate, wallTime } from '#app/values/zone.ts'
import { continueFreezesInBackground } from './freeze-parts/continue-freezes.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Freezes', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'offers:write')
  const page = await freezeRunPage(ctx, params.run ?? '')
  if (!page) throw notFound()
  const { run, outcomes, leftOut } = page
  const { slug, timeZone, locale } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const n = (outcome: string | null) => outcomes.find((one) => one.outcome === outcome)?.n ?? 0
  const total = outcomes.reduce((sum, one) => sum + one.n, 0)
  const waits = run.state === 'undoing' ? n('frozen') : n(null)
  return {
    studio: { slug },
    id: run.id,
    title: `Freezes, ${dayMonth(run.fromOn, locale)} to ${dayMonth(run.untilOn, locale)}`,
    note: `By ${run.createdByName}, ${dayTime(wallTime(run.createdAt, timeZone), locale)}.`,
    reason: run.reason,
    busy: run.state === 'running' || run.state === 'undoing',
    progress: { done: total - waits, total },
    lines: [
      n('frozen') > 0 ? `${count(n('frozen'), 'membership')} frozen.` : '',
      n('undone') > 0 ? `${count(n('undone'), 'freeze')} undone.` : '',
      n('kept') > 0 ? `${count(n('kept'), 'freeze')} left as it was: over, or ended by hand.` : '',
      n('left_out') > 0 ? `${count(n('left_out'), 'membership')} left out.` : '',
    ].filter(Boolean),
    leftOut: leftOut.map(({ personId, name, plan, why }) => ({
      personId,
      name,
      why: `${plan}. ${leftOutWhy(why, (reason) => refusalSentence({ reason }, { today, locale }))}`,
    })),
    undo: run.state === 'done' && n('frozen') > 0 && run.untilOn > today,
  }
}

const stillRunning = 'It’s still running. Undo it once it has finished.'

/** Goes on with freezes that stopped, or ends those that the run made (`undo`). */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'offers:write')
  const run = await findFreezeRun(ctx, params.run ?? '')
  if (!run) throw notFound()
  const path = paths.manageFreezeRun(ctx.studio, run.id)
  const posted = await readPosted(request)
  if (posted.get('act') === 'undo') {
    const result = await undoFreezes(ctx, run.id)
    if (!result.ok) throw refusalPage('not_done', stillRunning, path)
  }
  await continueFreezesInBackground(app, ctx, run.id)
  return redirect(path, 303)
}

export default function FreezeRun() {
  const { studio, id, title, note, reason, busy, progress, lines, leftOut, undo } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageFreezeMany(studio)}>Freeze memberships</BackLink>
      <PageHead title={title} intro={note} />
      <div className="sections">
        <blockquote>{reason}</blockquote>
        {busy && <UnderWay path={paths.manageFreezeRun(studio, id)} {...progress} />}
        <StatusLines lines={lines} busy={busy} />
        {leftOut.length > 0 && (
          <section>
            <h2>Left out</h2>
            <ul className="lines">
              {leftOut.map(({ personId, name, why }) => (
                <li key={`${personId}:${why}`}>
                  <Link to={paths.managePerson(studio, personId)}>{name}</Link>{' '}
                  <span className="muted">{why}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {undo && (
          <Form method="post" action={paths.manageFreezeRun(studio, id)}>
            <button type="submit" className="button" name="act" value="undo">
              <Icon name="back" /> Undo
            </button>
            <p className="muted">
              Freezes that have begun end today, the others never begin. Cancelled bookings and
              charged fees stay as they are.
            </p>
          </Form>
        )}
      </div>
    </>
  )
}
