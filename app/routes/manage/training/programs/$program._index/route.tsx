import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { offerNewest } from '#app/domain/programs/assign-program.server.ts'
import { programDeskPage } from '#app/domain/programs/program-desk-page.server.ts'
import { gridForm } from '#app/domain/programs/program-forms.ts'
import {
  copiedWeek,
  moved,
  placeOf,
  shapeWords,
  withSession,
} from '#app/domain/programs/program-plan.ts'
import { programStateWords } from '#app/domain/programs/program-words.ts'
import { changePlan, setProgramState } from '#app/domain/programs/save-program.server.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'
import { ProgramGrid } from './program-grid.tsx'
import { CopyWeek, People, States, WeekTable } from './program-parts.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Program', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const page = await programDeskPage(ctx, params.program ?? '')
  if (!page) throw notFound()
  const { program, weeks, people, more } = page
  return {
    studio: { slug: ctx.studio.slug },
    ...{ id: program.id, name: program.name, state: program.state, version: program.version },
    intro: `${programStateWords[program.state]}. ${shapeWords(program)}, version ${program.version}. ${
      program.people === 0
        ? 'Nobody is on it.'
        : `${count(program.people, 'person', 'people')} on it.`
    }`,
    ...{ summary: program.summary, weeks, people, more },
    older: people.filter(({ older }) => older).length,
    canWrite: may(viewer.role, 'training:write'),
  }
}

/** What is done on the grid: 303 back to it with what came of it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const submission = await parseForm(request, gridForm)
  if (submission.status !== 'success') return invalid(submission)
  const id = params.program ?? ''
  const { act, version, week, to, by, note, place, day } = submission.value
  const here = paths.manageProgram(ctx.studio, id)
  const say = (text: string, tone: 'good' | 'bad' = 'good') =>
    redirectWithFlash(app, here, text, tone)
  if (act === 'publish' || act === 'retire' || act === 'reopen') {
    const state = { publish: 'published', retire: 'retired', reopen: 'draft' } as const
    if (!(await setProgramState(ctx, id, state[act]))) throw notFound()
    return say(act === 'publish' ? 'Published.' : 'Saved. Who is on it stays on it.')
  }
  if (act === 'offer') {
    const asked = await offerNewest(ctx, id)
    return say(
      asked > 0 ? `Offered to ${count(asked, 'person', 'people')}.` : 'All are up to date.',
    )
  }
  const at = placeOf(place)
  const result = await changePlan(ctx, id, version, (plan) => {
    if (act === 'copy') return copiedWeek(plan, { from: week - 1, to: to - 1, by })
    if (act === 'move') return at && moved(plan, at, { week: week - 1, day })
    if (act === 'remove') return at && withSession(plan, at, null)
    return plan.weeks[week - 1]
      ? { weeks: plan.weeks.map((one, w) => (w === week - 1 ? { ...one, note } : one)) }
      : null
  })
  if (result.ok) return say('Saved. Copies that people have stay as they are.')
  if (result.reason === 'changed_meanwhile')
    return say('Someone else changed this program. This is how it stands now.', 'bad')
  return say('That can’t be done: choose another week or a day with room.', 'bad')
}

export default function Program() {
  const page = useLoaderData<typeof loader>()
  const { studio, id, name, intro, summary, weeks, version, canWrite, people } = page
  return (
    <>
      <BackLink to={paths.managePrograms(studio)}>Programs</BackLink>
      <PageHead
        title={name}
        intro={intro}
        actions={
          <>
            <Link className="button" to={paths.plan(studio, id)} reloadDocument>
              Preview as member
            </Link>
            {canWrite && page.state !== 'retired' && (
              <Link className="button primary" to={paths.manageProgramAssign(studio, id)}>
                Assign
              </Link>
            )}
          </>
        }
      />
      {summary && <p>{summary}</p>}
      <ProgramGrid studio={studio} id={id} weeks={weeks} canWrite={canWrite} />
      <WeekTable weeks={weeks} />
      {canWrite && <CopyWeek weeks={weeks.length} version={version} />}
      <People
        studio={studio}
        people={people}
        more={page.more}
        older={page.older}
        canWrite={canWrite}
        version={version}
      />
      {canWrite && <States state={page.state} version={version} />}
    </>
  )
}
