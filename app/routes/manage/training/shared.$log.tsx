import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { sharedLogPage } from '#app/domain/overview/training/shared-log-page.server.ts'
import { markSharedRead } from '#app/domain/training-log/history/shared-logs.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.name} of ${data.person}` : 'Shared workout', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const page = await sharedLogPage(ctx, params.log ?? '')
  if (!page) throw notFound()
  return { ...page, studio: { slug: ctx.studio.slug } }
}

/** Notes that it was read: 303 to the coach's desk. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  if (!(await markSharedRead(ctx, params.log ?? ''))) throw notFound()
  return redirectWithFlash(app, paths.manageTraining(ctx.studio), 'Marked as read.')
}

export default function SharedWorkout() {
  const { studio, personId, person, name, day, facts, entries, left, bests, readAt, readBy } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageTraining(studio)}>Training</BackLink>
      <PageHead
        title={name}
        intro={
          <>
            <Link to={paths.managePerson(studio, personId)}>{person}</Link> shared it. {day}.
          </>
        }
        actions={
          readAt === null && (
            <Form method="post">
              <button type="submit" className="button primary">
                Mark as read
              </button>
            </Form>
          )
        }
      />
      <div className="sections">
        {readBy && <p className="muted">Read by {readBy}.</p>}
        <dl className="facts">
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {bests.length > 0 && (
          <section>
            <h2>New bests</h2>
            <ul className="lines">
              {bests.map(({ key, text }) => (
                <li key={key}>{text}</li>
              ))}
            </ul>
          </section>
        )}
        <Table
          caption="What was done"
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Exercise', place: 'name', cell: ({ exercise }) => exercise },
            { name: 'Done', place: 'under', cell: ({ done }) => done },
            { name: 'Last time', place: 'under', cell: ({ last }) => last },
          ]}
        />
        {left.length > 0 && <p className="muted">Not done: {left.join(', ')}.</p>}
      </div>
    </>
  )
}
