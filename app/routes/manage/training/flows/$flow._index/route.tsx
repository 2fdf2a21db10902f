import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { changeFlow, restoreVersion } from '#app/domain/flows/library/change-flow.server.ts'
import { flowEditForm } from '#app/domain/flows/library/flow-forms.ts'
import { readEdit } from '#app/domain/flows/library/read-edit.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormAnswer, invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'
import { AddItems, BlockActs } from './add-items.tsx'
import { Checks } from './checks.tsx'
import { Comments } from './comments.tsx'
import { refusedEdit } from './edit-refusals.server.ts'
import { flowData } from './flow-data.server.ts'
import { ItemPanel } from './item-panel.tsx'
import { Music } from './music.tsx'
import { RosterGrid } from './roster-grid.tsx'
import { Sharing } from './sharing.tsx'
import { Timeline } from './timeline.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.title ?? 'Flow', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const search = app.url.searchParams
  const asked = {
    flowId: params.flow ?? '',
    occurrenceId: (search.get('class') ?? '').slice(0, 40),
  }
  const data = await flowData(ctx, viewer, asked, search.get('item') ?? '')
  if (!data) throw notFound()
  return data
}

/** Makes one edit of the timeline: 303 to it, 422 beside the field or with the reason. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, flowEditForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = params.flow ?? ''
  const form = submission.value
  const back = (extra: Record<string, string> = {}) => {
    const search = app.url.searchParams
    const occurrence = search.get('class')
    return paths.manageFlow(ctx.studio, id, {
      ...(occurrence ? { class: occurrence } : {}),
      ...extra,
    })
  }
  if (form.act === 'undo') {
    const undone = await restoreVersion(ctx, id, { version: form.version })
    if (!undone.ok) return refusedEdit(submission, undone.reason)
    return redirectWithFlash(app, back(), `${undone.what}.`)
  }
  const read = await readEdit(ctx, form)
  if ('fields' in read) return invalid(submission, read.fields)
  const result = await changeFlow(ctx, id, read.edit)
  if (!result.ok) return refusedEdit(submission, result.reason)
  const stays = form.act === 'item' || form.act === 'move' || form.act === 'mirror'
  return redirectWithFlash(app, back(stays ? { item: form.item } : {}), `${result.what}.`)
}

export default function Flow() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { studio, id, about, canWrite } = data
  const here = data.class ? { class: data.class.id } : {}
  const path = paths.manageFlow(studio, id, here)
  return (
    <>
      <BackLink to={paths.manageFlows(studio)}>Flows</BackLink>
      <PageHead title={data.title} intro={<Intro {...data} />} actions={<Actions {...data} />} />
      {data.grid && data.class && (
        <RosterGrid
          studio={studio}
          path={(item) => paths.manageFlow(studio, id, { ...here, item })}
          blocks={data.blocks}
          grid={data.grid}
          selected={data.item?.id ?? ''}
        />
      )}
      <div className="split">
        <div className="sections">
          <Timeline
            blocks={data.blocks}
            withRoster={data.grid !== null && (data.grid.people.length ?? 0) > 0}
            selected={data.item?.id ?? ''}
            path={(item) => `${paths.manageFlow(studio, id, { ...here, item })}#item`}
          />
          {canWrite && (
            <AddItems
              answer={answer}
              path={path}
              blocks={data.blocks}
              rules={data.rules}
              keys={data.keys}
            />
          )}
          {canWrite && (
            <BlockActs
              answer={answer}
              path={path}
              blocks={data.blocks}
              rules={data.rules.rename}
              sideKey={data.keys.side}
            />
          )}
          <Music
            answer={answer}
            path={path}
            tracks={data.tracks}
            rules={data.rules.track}
            trackKey={data.keys.track}
            canWrite={canWrite}
          />
          <Comments
            path={paths.manageFlowAct(studio, id, 'comments', here)}
            comments={data.comments}
            rules={data.rules.comment}
            sayKey={data.keys.say}
            item={data.item ?? null}
            canWrite={data.mayWrite}
          />
        </div>
        <aside className="aside">
          {data.item && (
            <ItemPanel
              answer={answer}
              path={paths.manageFlow(studio, id, { ...here, item: data.item.id })}
              closePath={path}
              {...data}
              item={data.item}
              rules={data.rules.item}
            />
          )}
          <Checks checks={data.checks} sides={data.sides} />
          {data.grid && data.grid.instead.length > 0 && (
            <section>
              <h2>In this class instead</h2>
              <ul className="insteads">
                {data.grid.instead.map(({ who, why, what, kind }) => (
                  <li key={`${who} ${what}`}>
                    <Icon name={markIcons[kind]} />
                    <p>
                      <b>{who}:</b> {what} <span className="muted">({why})</span>
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {about.notes && (
            <section>
              <h2>Notes</h2>
              <p className="as-typed">{about.notes}</p>
            </section>
          )}
          <Sharing {...data} />
        </aside>
      </div>
    </>
  )
}

const markIcons = { injury: 'plaster', level: 'lock', first: 'sprout' } as const

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function Intro({
  planned,
  about,
  version,
  state,
  coaches,
  class: taught,
  saved,
  authorName,
}: Data) {
  const shared = {
    shared: `shared with ${count(coaches, 'coach', 'coaches')}`,
    draft: `draft of ${authorName}`,
    archived: 'archived',
  }[state]
  return (
    <>
      {taught && `For ${taught.when}, ${taught.where}. `}
      {`${planned} of ${about.minutes} min. Version ${version}, ${shared}. Last saved by ${saved}.`}
    </>
  )
}

function Actions({ studio, id, class: taught, canWrite }: Data) {
  const here = taught ? { class: taught.id } : {}
  return (
    <>
      <Link className="button" to={paths.manageFlowView(studio, id, 'print', here)}>
        <Icon name="print" /> Print
      </Link>
      {canWrite && (
        <Link className="button" to={paths.manageFlowAct(studio, id, 'details')}>
          Details
        </Link>
      )}
      {taught && (
        <Link className="button" to={paths.manageFlow(studio, id)}>
          Without a roster
        </Link>
      )}
      <a className="button primary" href={paths.manageFlowView(studio, id, 'teach', here)}>
        <Icon name="play" /> Teach
      </a>
    </>
  )
}
