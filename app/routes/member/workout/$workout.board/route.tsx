import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { divisions } from '#app/db/studio/workouts/training-log-words.ts'
import { memberBoardPage } from '#app/domain/overview/training/board-page.server.ts'
import { boardScope } from '#app/domain/training-log/board/board-scope.ts'
import { sayOwnResult } from '#app/domain/training-log/board/say-own-result.server.ts'
import {
  divisionWords,
  scoreHints,
  scoreWords,
  typedScore,
} from '#app/domain/training-log/session/score.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { notFound, requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { dayMonthYear, dayShort } from '#app/values/wording.ts'
import { type Answer, OwnResults } from './own-results.tsx'

export const handle = {
  styles: ['back-link', 'button', 'form', 'log', 'plot', 'say'],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Board of ${data.name}` : 'Board', { matches })

/** Points that a line shows: more would run together on a phone. */
const drawn = 24

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const scope = boardScope(app.url)
  const id = params.workout ?? ''
  const page = await memberBoardPage(ctx, viewer, id, scope)
  if (!page) throw notFound()
  const { own, kind, unit, cap, attended, board, ...shown } = page
  const { locale, slug } = ctx.studio
  const day = app.url.searchParams.get('day') ?? undefined
  const inClass = app.url.searchParams.get('class')?.slice(0, 40)
  const [newest] = own
  const scored = own.flatMap((one) => (one.score === null ? [] : [{ ...one, score: one.score }]))
  return {
    ...shown,
    id,
    studio: { slug },
    inClass,
    ever: scope === 'ever',
    day: typeof scope === 'object' && 'day' in scope ? scope.day : null,
    here: paths.workoutBoard(ctx.studio, id, { class: inClass, day }),
    board: board.map((division) => ({
      ...division,
      rows: division.rows.map(({ personId, ...row }) => ({
        ...row,
        key: personId,
        me: personId === viewer.personId,
      })),
    })),
    form:
      newest && kind === 'weight'
        ? null
        : (newest || attended) && {
            hint: scoreHints[kind](cap, unit),
            typed: newest?.score == null ? '' : typedScore(kind, newest.score, unit),
            division: newest?.division ?? 'rx',
            byName: newest?.byName ?? '',
          },
    setsOf: newest && kind === 'weight' ? newest.id : null,
    own: scored.map((one) => ({
      id: one.id,
      day: dayMonthYear(one.localStart.slice(0, 10), locale),
      result: scoreWords(kind, one.score, unit),
      division: divisionWords[one.division],
    })),
    line: scored
      .slice(0, drawn)
      .reverse()
      .map((one, i, all) => ({
        value: one.score,
        label: i === 0 || i === all.length - 1 ? dayShort(one.localStart.slice(0, 10), locale) : '',
      })),
    kind,
    unit,
  }
}

const resultForm = z.object({
  result: z.string().max(20).default(''),
  division: z.enum(divisions).catch('rx'),
})

/** Keeps one's own result: 303 back, 422 with the typed values and why. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const id = params.workout ?? ''
  const submission = await parseForm(request, resultForm)
  if (submission.status !== 'success') throw notFound()
  const { result: typed, division } = submission.value
  const result = await sayOwnResult(ctx, id, boardScope(app.url), { typed, division })
  if (!result.ok && result.reason === 'not_found') throw notFound()
  if (!result.ok) {
    const refusal = result.reason === 'wrong' ? undefined : result.reason
    return json({ wrong: result.why, refusal, typed, division } satisfies Answer, { status: 422 })
  }
  const { searchParams } = app.url
  const back = paths.workoutBoard(ctx.studio, id, {
    class: searchParams.get('class')?.slice(0, 40),
    day: searchParams.get('day')?.slice(0, 10),
  })
  const text = typed.trim() === '' ? 'Your result is taken away.' : 'Saved, and in your log.'
  return redirectWithFlash(app, back, text)
}

export default function WorkoutBoard() {
  const page = useLoaderData<typeof loader>()
  const { studio, id, name, of, inClass, ever, day, today, board, agreed } = page
  return (
    <Main slim>
      <BackLink to={paths.workout(studio, id, { class: inClass })}>{name}</BackLink>
      <div className="stack">
        <h1>Board of {name}</h1>
        <p className="soft">{of}</p>
        <p>
          {!ever && <a href={paths.workoutBoard(studio, id)}>Results of all time</a>}
          {ever && <a href={paths.workoutBoard(studio, id, { day: today })}>Today’s results</a>}
        </p>
        <form className="stack" action={paths.workoutBoard(studio, id)}>
          <div className="field">
            <label htmlFor="day">Results of one day</label>
            <input id="day" name="day" type="date" max={today} defaultValue={day ?? today} />
          </div>
          <button type="submit" className="button">
            Show that day
          </button>
        </form>
      </div>
      {!agreed && (
        <p className="say">
          <span>
            You aren’t on the board: only you see your result.{' '}
            <a href={paths.portalConsents(studio)}>Say yes to boards</a> to be shown.
          </span>
        </p>
      )}
      {board.length === 0 && <p>Nobody who agreed to be shown has a result here yet.</p>}
      {board.map((division) => (
        <section className="stack" key={division.division} aria-labelledby={division.division}>
          <h2 id={division.division}>{division.name}</h2>
          <ol className="won">
            {division.rows.map((row) => (
              <li key={row.key}>
                <span>
                  {row.rank}. <b>{row.name}</b>
                  {row.me && <small className="soft">You</small>}
                </span>
                <span className="num">{row.result}</span>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <OwnResults page={page} />
    </Main>
  )
}
