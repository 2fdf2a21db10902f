import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { closurePage } from '#app/domain/planning/closure-queries.server.ts'
import { kindsWords, spanWords } from '#app/domain/planning/closure-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Label, type LabelTone } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { StatusLines } from '#app/ui/list/status-lines.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UnderWay } from '#app/ui/staff/under-way.tsx'
import { count, dayShortTime, deadline } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Closed: ${data.name}` : 'Closure', { matches })

/** What became of an entry on these days; without an outcome it is still to be cancelled. */
function labelOf(
  outcome: 'cancelled' | 'over' | null,
  state: string,
): { text: string; tone: LabelTone | null } {
  if (outcome === null) return { text: 'To be cancelled', tone: 'line' }
  if (outcome === 'over') return { text: 'Not cancelled', tone: 'warn' }
  return state === 'cancelled'
    ? { text: 'Cancelled', tone: null }
    : { text: 'Restored', tone: 'good' }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:read')
  const page = await closurePage(ctx, params.closure ?? '')
  if (!page) throw notFound()
  const { closure, targets, people } = page
  const { slug, locale, timeZone } = ctx.studio
  const cancelled = targets.filter(({ outcome }) => outcome === 'cancelled')
  const packs = count(closure.packs, 'pack runs', 'packs run')
  const canWrite = may(viewer.role, 'schedule:write')
  return {
    studio: { slug },
    id: closure.id,
    name: closure.name,
    state: closure.state,
    intro:
      `${spanWords(closure.fromDate, closure.untilDate, locale)}. ` +
      `${closure.location ?? 'Everywhere'}.`,
    told: `By ${closure.createdByName}, ${deadline(closure.createdAt, timeZone, locale)}.${
      closure.liftedAt ? ` Reopened ${deadline(closure.liftedAt, timeZone, locale)}.` : ''
    }`,
    message: closure.message,
    progress: { done: closure.targets - closure.waiting, total: closure.targets },
    lines: [
      cancelled.length > 0
        ? `${kindsWords(cancelled)} cancelled, ${count(people, 'person', 'people')} notified.`
        : 'Nothing was cancelled.',
      closure.extendsPacks ? `${packs} longer.` : 'Packs don’t run longer.',
    ],
    targets: targets.map(({ id, title, localStart, outcome, state, told }) => ({
      id,
      title,
      when: dayShortTime(localStart, locale),
      label: labelOf(outcome, state),
      told: outcome === 'cancelled' ? `${told} told` : '',
    })),
    stays: cancelled.filter(({ state }) => state === 'cancelled').length,
    canContinue: canWrite && closure.state === 'applying',
    canLift:
      canWrite && closure.state !== 'lifted' && closure.untilDate >= localDate(ctx.now, timeZone),
  }
}

export default function ClosureDone() {
  const data = useLoaderData<typeof loader>()
  const { studio, id, name, state, intro, told, message, lines, targets, stays } = data
  return (
    <>
      <BackLink to={paths.manageClosures(studio)}>Closures</BackLink>
      <PageHead title={name} intro={`${intro} ${told}`} />
      <div className="sections">
        {message && <blockquote>{message}</blockquote>}
        {state === 'applying' && (
          <UnderWay
            {...data.progress}
            did="cancelled"
            path={data.canContinue ? paths.manageClosure(studio, id, 'continue') : null}
          />
        )}
        <StatusLines lines={lines} busy={state === 'applying'} />
        {targets.length > 0 && (
          <section>
            <h2>What was on these days</h2>
            <ul className="lines">
              {targets.map((one) => (
                <li key={one.id}>
                  <span>
                    <Link to={paths.manageClass(studio, one.id)}>{one.title}</Link>{' '}
                    <span className="muted">
                      {one.when}
                      {one.told && `, ${one.told}`}
                    </span>
                  </span>{' '}
                  <Label {...one.label} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {data.canLift && (
          <section>
            <h2>Reopen</h2>
            <Form
              method="post"
              action={paths.manageClosure(studio, id, 'lifting')}
              className="sheet-form"
            >
              <p>
                Weekly classes return on these days from tomorrow, and you can book things in again.{' '}
                {stays > 0 &&
                  `${count(stays, 'entry that was', 'entries that were')} cancelled ` +
                    `${stays === 1 ? 'stays' : 'stay'} so: people were notified. ` +
                    'Restore single classes on their own page. '}
                Packs keep their extra days.
              </p>
              <div className="form-end">
                <button type="submit" className="button">
                  Reopen
                </button>
              </div>
            </Form>
          </section>
        )}
      </div>
    </>
  )
}
