import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import type * as z from 'zod'
import { offerNewest } from '#app/domain/programs/assign-program.server.ts'
import { programDeskPage } from '#app/domain/programs/program-desk-page.server.ts'
import { gridForm, weekNoteForm } from '#app/domain/programs/program-forms.ts'
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
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { refusalPage } from '#app/http/refusal-page.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'
import { ProgramGrid } from './program-grid.tsx'
import { CopyWeek, People, States, WeekNote, WeekTable } from './program-parts.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? 'Program', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const page = await programDeskPage(ctx, params.program ?? '')
  if (!page) throw notFound()
  const { program, weeks, people, more } = page
  return {
    studio: { slug: ctx.studio.slug },
    id: program.id,
    name: program.name,
    state: program.state,
    version: program.version,
    intro: `${programStateWords[program.state]}. ${shapeWords(program)}, version ${program.version}. ${
      program.people === 0
        ? 'Nobody is on it.'
        : `${count(program.people, 'person', 'people')} on it.`
    }`,
    summary: program.summary,
    weeks,
    people,
    more,
    older: people.filter(({ older }) => older).length,
    canWrite: may(viewer.role, 'training:write'),
    noteRules: fieldRules(weekNoteForm),
  }
}

/** What is done on the grid: 303 back to it with what came of it, 422 beside a note. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const posted = await readPosted(request)
  const id = params.program ?? ''
  const here = paths.manageProgram(ctx.studio, id)
  const say = (text: string) => redirectWithFlash(app, here, text)
  if (posted.get('act') === 'note') {
    const note = parsePosted(posted, weekNoteForm)
    if (note.status !== 'success') return invalid(note)
    const noted = await noteWeek(ctx, id, note.value)
    if (noted.ok) return say(saved)
    if (noted.reason === 'changed_meanwhile') return outdated(note, 'this program')
    throw refusalPage(noted.reason, cannot, here)
  }
  const submission = parsePosted(posted, gridForm)
  if (submission.status !== 'success') return invalid(submission)
  const { act, version, week, to, by, place, day } = submission.value
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
    if (act === 'copy') {
      const unit = weightUnitOf(ctx.studio)
      return copiedWeek(plan, { from: week - 1, to: to - 1, by, unit })
    }
    if (act === 'move') return at && moved(plan, at, { week: week - 1, day })
    return at && withSession(plan, at, null)
  })
  if (result.ok) return say(saved)
  const text =
    result.reason === 'changed_meanwhile'
      ? 'Someone else changed this program. Look again, then change it.'
      : cannot
  throw refusalPage(result.reason, text, here)
}

const saved = 'Saved. Copies that people have stay as they are.'
const cannot = 'That can’t be done: choose another week or a day with room.'

const noteWeek = (
  ctx: StaffContext,
  id: string,
  { version, week, note }: z.output<typeof weekNoteForm>,
) =>
  changePlan(ctx, id, version, (plan) =>
    plan.weeks[week - 1]
      ? { weeks: plan.weeks.map((one, w) => (w === week - 1 ? { ...one, note } : one)) }
      : null,
  )

export default function Program() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
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
      {canWrite && (
        <WeekNote
          {...{ version, answer }}
          key={version}
          weeks={weeks.length}
          rules={page.noteRules}
        />
      )}
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
