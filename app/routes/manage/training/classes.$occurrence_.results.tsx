import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { divisions } from '#app/db/studio/workouts/training-log-words.ts'
import { classResultsPage } from '#app/domain/overview/training/board-page.server.ts'
import { keepResults, type SaidResult } from '#app/domain/training-log/board/keep-results.server.ts'
import {
  type Division,
  divisionWords,
  readScore,
  scoreHints,
  scoreWords,
  typedScore,
} from '#app/domain/training-log/session/score.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readPosted } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { joinNames } from '#app/values/text/join-names.ts'
import { count, dayShortTime } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Results of ${data.title}` : 'Results', { matches })

type Page = NonNullable<Awaited<ReturnType<typeof classResultsPage>>>

/** The end of the names of a person's fields: letters and digits alone. */
const field = (personId: string) => `p${personId.replaceAll('-', '')}`

/** What stands in their log: a coach reads what coaches wrote, what is shared, and what boards show. */
const mayRead = (one: Page['people'][number]) =>
  one.byName !== '' || one.shared === 1 || one.agreed === 1

/** Whose result is theirs to say: they logged it themselves. */
const isOwn = ({ byName, score }: Page['people'][number]) => byName === '' && score !== null

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'training:write')
  const id = params.occurrence ?? ''
  const page = await classResultsPage(ctx, id)
  if (!page) throw notFound()
  const { kind, unit, cap, done } = page
  return {
    studio: { slug: ctx.studio.slug },
    id,
    title: page.title,
    begun: page.begun,
    unscored: page.unscored,
    when: dayShortTime(page.localStart, ctx.studio.locale),
    workout: done?.workout ?? null,
    hint: kind && scoreHints[kind](cap, unit),
    lift: page.lift,
    people: page.people.map((one) => ({
      field: field(one.personId),
      name: one.name,
      agreed: one.agreed === 1,
      own: isOwn(one),
      division: mayRead(one) ? (one.division ?? 'rx') : 'rx',
      typed: kind && one.score !== null && mayRead(one) ? typedScore(kind, one.score, unit) : '',
      said: kind && one.score !== null && mayRead(one) ? scoreWords(kind, one.score, unit) : '',
      was: one.score === null || isOwn(one) ? '' : String(one.score),
    })),
  }
}

/** Keeps the results that were entered: 303 back, 422 with the typed values and why. */
export async function action({ params, context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'training:write')
  const id = params.occurrence ?? ''
  const page = await classResultsPage(ctx, id)
  if (!page?.done || !page.kind || page.unscored) throw notFound()
  const { kind, cap, unit, done } = page
  const posted = await readPosted(request)
  const typed = Object.fromEntries(
    [...posted].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const wrong: { field: string | null; text: string }[] = []
  const said: SaidResult[] = []
  for (const one of page.people) {
    const name = field(one.personId)
    const text = typed[`r.${name}`]
    if (text === undefined || isOwn(one)) continue
    const was = typed[`w.${name}`] ? Number(typed[`w.${name}`]) : null
    const read = text.trim() === '' ? null : readScore(kind, text, { cap, unit })
    if (read && !read.ok) {
      wrong.push({ field: `r.${name}`, text: `${one.name}: ${read.why}` })
      continue
    }
    // Pounds that nobody touched stay the grams they were.
    const same = was !== null && text.trim() === typedScore(kind, was, unit)
    const score = same ? was : (read?.score ?? null)
    const asked = typed[`d.${name}`] as Division
    const division = divisions.includes(asked) ? asked : 'rx'
    if (score !== was || (score !== null && division !== one.division))
      said.push({ personId: one.personId, score, division, was })
  }
  if (!page.begun) wrong.push({ field: null, text: 'Enter results once the class has begun.' })
  if (wrong.length > 0)
    return json({ wrong, typed, refusal: page.begun ? null : 'not_begun' }, { status: 422 })
  const { left } = await keepResults(ctx, done, said, ctx.actor.name)
  if (left.length > 0) {
    const names = page.people.filter((one) => left.includes(one.personId)).map((one) => one.name)
    const text = `${joinNames(names)} changed meanwhile, or still ${left.length === 1 ? 'has' : 'have'} the workout open. Reload the page and look again; the others are saved.`
    return json({ wrong: [{ field: null, text }], typed, refusal: 'changed' }, { status: 422 })
  }
  return redirectWithFlash(
    app,
    paths.manageClassResults(ctx.studio, id),
    said.length === 0
      ? 'Nothing was changed.'
      : `Saved for ${count(said.length, 'person', 'people')}. It is in their logs too.`,
  )
}

type Answer = {
  wrong: { field: string | null; text: string }[]
  typed: Record<string, string>
  refusal: string | null
}

export default function ClassResults() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const { studio, id, title, when, workout, people, hint, lift } = data
  const back = paths.manageClassWorkout(studio, id)
  const nothing = emptyOf(data)
  return (
    <>
      <BackLink to={back}>Plan of {title}</BackLink>
      <PageHead
        title={`Results of ${title}`}
        intro={`${when}. ${workout ? `${workout.name}.` : 'Nothing is planned for it.'}`}
        actions={
          workout && (
            <a
              className="button"
              href={paths.manageWorkoutScreen(studio, workout.id, { class: id })}
            >
              Open on a screen
            </a>
          )
        }
      />
      <ErrorSummary id="results" errors={answer?.wrong ?? []} refusal={answer?.refusal ?? null} />
      {nothing ? (
        <Empty icon="training" {...nothing}>
          <Link className="button" to={workout ? paths.manageClass(studio, id) : back}>
            {workout ? 'Open the roster' : 'Plan the class'}
          </Link>
        </Empty>
      ) : (
        <Form method="post" className="sheet-form">
          <p>
            {lift && `${lift}. `}
            {hint} Results go into people’s own logs. The board shows those who agreed.
          </p>
          <ul className="lines whole">
            {people.map((one) => (
              <Person key={one.field} {...one} sent={answer?.typed} />
            ))}
          </ul>
          <FormEnd sending="Saving…" cancel={back}>
            Save results
          </FormEnd>
        </Form>
      )}
    </>
  )
}

function emptyOf({
  workout,
  unscored,
  begun,
  people,
}: ReturnType<typeof useLoaderData<typeof loader>>) {
  if (!workout)
    return { title: 'Nothing to rank yet', text: 'Choose a workout for the class first.' }
  if (unscored)
    return {
      title: 'This workout isn’t ranked',
      text: 'It has no time to beat, no rounds to count and no weight to lift.',
    }
  if (!begun) return { title: 'The class hasn’t begun', text: 'Enter results once it has.' }
  return people.length === 0
    ? { title: 'Nobody was in this class', text: 'People on the roster appear here.' }
    : null
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['people'][number]

function Person(props: Shown & { sent: Record<string, string> | undefined }) {
  const { field: of, name, agreed, own, said, typed, division, was, sent } = props
  return (
    <li className="skill-seen result">
      <span>
        {name} <small className="muted">{agreed ? 'on the board' : 'not on the board'}</small>
      </span>
      {own ? (
        <span>{said ? `${said}, logged by themselves` : 'Logged by themselves'}</span>
      ) : (
        <>
          <input type="hidden" name={`w.${of}`} value={sent?.[`w.${of}`] ?? was} />
          <label>
            <span className="vh">Result of {name}</span>
            <input
              id={`r.${of}`}
              name={`r.${of}`}
              size={8}
              maxLength={12}
              autoComplete="off"
              defaultValue={sent?.[`r.${of}`] ?? typed}
            />
          </label>
          <label>
            <span className="vh">Division of {name}</span>
            <select name={`d.${of}`} defaultValue={sent?.[`d.${of}`] ?? division}>
              {divisions.map((one) => (
                <option key={one} value={one}>
                  {divisionWords[one]}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </li>
  )
}
